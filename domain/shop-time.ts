import { dateFormat } from './date-format.ts'
import { addDays, epochOf, offsetAt, shopDay } from './shop-day.ts'

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

/** A moment as shoppers read it, in the shop's time zone: `Friday, December 4 at 6:00 p.m.` */
export function momentWords(at: number, language: string, timeZone: string): string {
  const options = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  return dateFormat(language, { ...options, timeZone }).format(at)
}

/** A time as the last words of a sentence, which brings the full stop: `6:00 p.m` */
export function endingWith(time: string): string {
  return time.replace(/\.$/, '')
}

/** The last time before now that the clock of the shop showed this hour. */
export function lastTimeAtHour(now: number, hour: number, timeZone: string): number {
  const today = shopDay(now, timeZone)
  const at = (day: string) => epochFromClock(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone) ?? 0
  return at(today) <= now ? at(today) : at(addDays(today, -1))
}
