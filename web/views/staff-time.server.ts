import type { Shop } from '#operations/shop.ts'

/** Formats times as briefly as a list needs: `Nov 21, 6:00 a.m.`, or the day in another year. */
export function briefStaffTime({ settings, now }: Shop): (at: number) => string {
  const { timeZone } = settings
  const brief = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone } as const
  const year = new Intl.DateTimeFormat('en-CA', { year: 'numeric', timeZone })
  const within = new Intl.DateTimeFormat('en-CA', brief)
  const beyond = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone })
  const present = year.format(now())
  return (at) => (year.format(at) === present ? within : beyond).format(at)
}

/** Formats times for staff, in the shop's time zone: `Nov 21, 2026, 6:00 a.m.`. */
export function staffTime({ settings }: Shop): (at: number) => string {
  const { timeZone } = settings
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (at) => format.format(at)
}
