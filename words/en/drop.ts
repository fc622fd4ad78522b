import { plural } from './language.ts'

/** Drops: products that are seen before they are sold. */

export const description = (name: string) => `${name}: when it drops, and what.`
/** `time`: `Friday, December 4 at 6:00 p.m.` */
export const dropsAt = (time: string) => `Drops ${time}`
export const shownAt = (time: string) => `Revealed ${time}`
/** Before hours, minutes and seconds. */
export const daysLeft = (days: number) =>
  days === 0 ? '' : plural(days, { one: '1 day ', other: `${days} days ` })
export const perPerson = (pieces: number) => `Limited to ${pieces} per person.`
export const calendar = 'Add to calendar'
export const reloadThen = 'Load this page again at that time.'
export const products = 'In this drop'
/** For who has the link for the press, and for staff. */
export const preview = 'Preview: not for publication before the time below.'
export const staffPreview = 'Preview: with all products, whenever customers see them.'
