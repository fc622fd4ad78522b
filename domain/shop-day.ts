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
  if (midnight === null) return null
  // A clock change may lie between the guess and midnight, so the offset is looked up again at the guess.
  const guess = midnight - offsetAt(midnight, timeZone)
  const start = midnight - offsetAt(guess, timeZone)
  // Where the clock skips midnight, the day begins at that change.
  return shopDay(start, timeZone) < day ? guess : start
}

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
