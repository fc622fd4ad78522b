import { offsetAt } from './shop-day.ts'

const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** A moment as a clock in a time zone shows it: `2026-12-01T12:00`. `timeZone` is an IANA name. */
export function clockTime(at: number, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16)
}

/**
 * When a clock in a time zone shows this, in epoch milliseconds; null when the text is not such a time. A time that the
 * clock skips becomes one beside the change; one that it shows twice is one of the two.
 */
export function epochFromClock(clock: string, timeZone: string): number | null {
  const asUtc = TYPED.test(clock) ? Date.parse(`${clock}Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  // A clock change may lie between the guess and the moment, so the offset is looked up again at the guess.
  const guess = asUtc - offsetAt(asUtc, timeZone)
  return asUtc - offsetAt(guess, timeZone)
}
