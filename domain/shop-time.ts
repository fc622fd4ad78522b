import { epochOf, offsetAt } from './shop-day.ts'

const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** A moment as a clock in a time zone shows it: `2026-12-01T12:00`. `timeZone` is an IANA name. */
export function clockTime(at: number, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16)
}

/** When a clock in a time zone shows this, as `epochOf` counts it; null when the text is not such a time. */
export function epochFromClock(clock: string, timeZone: string): number | null {
  const asUtc = TYPED.test(clock) ? Date.parse(`${clock}Z`) : Number.NaN
  return Number.isNaN(asUtc) ? null : epochOf(asUtc, timeZone)
}
