import { dateFormat } from './date-format.ts'

/** A calendar day in the shop's time zone: `2026-11-21`. */
export type ShopDay = string

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const HOUR_MS = 3_600_000

/** The day of a moment in a time zone. `timeZone` is an IANA name, such as America/Regina. */
export function shopDay(at: number, timeZone: string): ShopDay {
  return dateFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
}

/** When a day begins, in epoch milliseconds; null when the text is not a day. */
export function startOfDay(day: ShopDay, timeZone: string): number | null {
  const midnight = utcMidnight(day)
  return midnight === null ? null : epochOf(midnight, timeZone)
}

/**
 * When the clock of a time zone shows what it shows in UTC at `clock`, in epoch milliseconds. Of two such moments it is
 * the first; a time that the clock skips is as late as if it had not changed.
 */
export function epochOf(clock: number, timeZone: string): number {
  // A clock changes once at most between the two.
  const moments = [-24, 24].map((away) => clock - offsetAt(clock + away * HOUR_MS, timeZone))
  const shown = moments.filter((at) => at + offsetAt(at, timeZone) === clock)
  return shown.length > 0 ? Math.min(...shown) : Math.max(...moments)
}

/**
 * When each of these days begins, in order: `from` and `to` are included. Asking for the clock of a time zone is slow,
 * so days between two clocks that agree are counted on by hours.
 */
export function startsOfDays(
  { from, to }: { from: ShopDay; to: ShopDay },
  timeZone: string,
): { day: ShopDay; begins: number }[] {
  const days: { day: ShopDay; begins: number }[] = []
  for (let first = from; first <= to; first = addDays(first, DAYS_COUNTED_ON)) {
    const begins = startOfDay(first, timeZone)!
    const isEven =
      startOfDay(addDays(first, DAYS_COUNTED_ON), timeZone)! - begins === DAYS_COUNTED_ON * 24 * HOUR_MS
    for (let at = 0; at < DAYS_COUNTED_ON; at += 1) {
      const day = addDays(first, at)
      if (day > to) break
      days.push({ day, begins: isEven ? begins + at * 24 * HOUR_MS : startOfDay(day, timeZone)! })
    }
  }
  return days
}

/** No time zone changes its clock twice within as many days. */
const DAYS_COUNTED_ON = 14

/** The day that is `days` later, or earlier for a negative number. */
export function addDays(day: ShopDay, days: number): ShopDay {
  const midnight = utcMidnight(day)
  if (midnight === null) throw new RangeError(`Not a day: ${day}`)
  return new Date(midnight + days * 24 * HOUR_MS).toISOString().slice(0, 10)
}

function utcMidnight(day: string): number | null {
  if (!DAY.test(day)) return null
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null
  return midnight
}

/** The UTC offset of the time zone at a moment, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  const parts = dateFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local - Math.floor(at / 1_000) * 1_000
}
