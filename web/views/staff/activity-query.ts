import * as v from 'valibot'
import { ACTIVITY_FILTERS } from '#domain/audit/activity-filters.ts'
import { keysOf } from '#domain/record-of.ts'
import { inAddress, queryAddress } from '#web/views/list-address.ts'

/** The filters in the address of the list. Invalid values count as missing. */
export const activityQuerySchema = v.object({
  ...inAddress(ACTIVITY_FILTERS),
  /** Where a page begins: time and id of the entry before it. */
  older: v.fallback(v.pipe(v.string(), v.regex(/^(\d{1,15}-\d{1,15})?$/)), ''),
})

/** The filters of the activity list, and its page. Empty texts do not filter. */
export type ActivityQuery = v.InferOutput<typeof activityQuerySchema>

/** The query parameters of the list. */
export const ACTIVITY_QUERY_NAMES = keysOf(activityQuerySchema.entries)

export function parseActivityQuery(query: URLSearchParams): ActivityQuery {
  return v.parse(activityQuerySchema, Object.fromEntries(query))
}

/** The query of an address, without empty values: `?what=order-refunded`, or nothing. */
export const activityAddress = (query: Partial<ActivityQuery>): string => queryAddress(query)
