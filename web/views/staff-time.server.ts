import type { Shop } from '#operations/shop.ts'

/** Formats times for staff, in the shop's time zone: `Nov 21, 2026, 6:00 a.m.`. */
export function staffTime({ settings }: Shop): (at: number) => string {
  const { timeZone } = settings
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (at) => format.format(at)
}
