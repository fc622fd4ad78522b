import { dateFormat } from '#domain/date-format.ts'
import type { Shop } from '#operations/shop.ts'

/** For so long a month and a day name one time only. */
const MAX_BRIEF_AGE_MS = 300 * 86_400_000

/** Formats past times as briefly as a list needs: `Nov 21, 6:00 a.m.`, or the whole day after some months. */
export function briefStaffTime({ settings, now }: Shop): (at: number) => string {
  const { timeZone } = settings
  const brief = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone } as const
  const recent = dateFormat('en-CA', brief)
  const older = dateFormat('en-CA', { dateStyle: 'medium', timeZone })
  const since = now() - MAX_BRIEF_AGE_MS
  return (at) => (at > since ? recent : older).format(at)
}

/** Formats times for staff, in the shop's time zone: `Nov 21, 2026, 6:00 a.m.`. */
export function staffTime({ settings }: Shop): (at: number) => string {
  const { timeZone } = settings
  const format = dateFormat('en-CA', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (at) => format.format(at)
}
