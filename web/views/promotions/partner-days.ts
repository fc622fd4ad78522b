import * as v from 'valibot'
import { shopDay, startOfDay } from '#domain/shop-day.ts'

const daySchema = v.fallback(
  v.pipe(
    v.string(),
    v.check((text) => startOfDay(text, 'UTC') !== null),
  ),
  '',
)

/** The period of the partners' figures in an address. */
export const partnerDaysSchema = v.object({
  from: v.optional(daySchema, ''),
  to: v.optional(daySchema, ''),
})

/** The days that an address names; otherwise from the first day of this month to today. */
export function daysIn(
  { now, settings }: { now: () => number; settings: { timeZone: string } },
  query: object,
): { from: string; to: string } {
  const { from, to } = v.parse(partnerDaysSchema, query)
  const today = shopDay(now(), settings.timeZone)
  return { from: from || `${today.slice(0, 7)}-01`, to: to || today }
}
