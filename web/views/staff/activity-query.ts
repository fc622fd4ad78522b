import * as v from 'valibot'
import { startOfDay } from '#domain/shop-day.ts'
import { isAuditAction, isAuditSubjectKind } from '#domain/audit/audit.ts'
import { searchedFor } from '#web/views/list-address.ts'

const day = v.fallback(
  v.pipe(
    v.string(),
    v.check((text) => startOfDay(text, 'UTC') !== null),
  ),
  '',
)
/** Where a page begins: time and id of the entry before it. */
const place = v.fallback(v.pipe(v.string(), v.regex(/^(\d{1,15}-\d{1,15})?$/)), '')
const what = v.fallback(
  v.pipe(
    v.string(),
    v.check((text) => text === '' || isAuditAction(text) || isAuditSubjectKind(text)),
  ),
  '',
)

/** The filters in the address of the list. Invalid values count as missing. `what`: an action, or a kind of subject. */
export const activityQuerySchema = v.object({
  q: searchedFor,
  person: v.fallback(v.pipe(v.string(), v.regex(/^[^\0]{0,100}$/)), ''),
  what,
  from: day,
  to: day,
  older: place,
})

/** The filters of the activity list. Empty texts do not filter. */
export type ActivityQuery = v.InferOutput<typeof activityQuerySchema>

/** The query parameters of the filters. */
export const ACTIVITY_QUERY_NAMES = ['q', 'person', 'what', 'from', 'to', 'older'] as const

export function parseActivityQuery(query: URLSearchParams): ActivityQuery {
  return v.parse(activityQuerySchema, Object.fromEntries(query))
}

/** The query of an address, without empty values: `?what=order-refunded`, or nothing. */
export function activityAddress(query: Partial<ActivityQuery>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== '')
  return filled.length === 0 ? '' : `?${new URLSearchParams(filled)}`
}
