import { plural } from './language.ts'

/** Drops: products that are seen before they are sold. */

/** `time`: `Friday, December 4 at 6:00 p.m.` */
export const dropsAt = (time: string) => `Drops ${time}`
/** Before hours, minutes and seconds. */
export const daysLeft = (days: number) =>
  days === 0 ? '' : plural(days, { one: '1 day ', other: `${days} days ` })
