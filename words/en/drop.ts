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
/** Who buys before the sale. */
export const earlyAccess = 'Early access'
export const earlyFrom = (time: string) => `Early access ${time}`
export const earlyBy = 'Password or email address'
export const earlySubmit = 'Let me in'
export const earlyNext = 'If your address is on the list, we email it a link that works once.'
export const earlyAsked =
  "If that address is on the list, a link is on its way to it. If it was a password, it isn't the right one."
export const earlyIn = 'You have early access: order before everyone else.'
/** On a page with pieces of a drop. */
export const toEarlyAccess = 'I have early access'
export const leaveEmpty = 'Leave this empty'
/** The page of the link in the email. */
export const linkWaiting = (drop: string) => `Early access to ${drop}`
export const linkWaitingNext =
  'Open it in the browser that you shop with: the link works once, and only that browser gets in.'
export const linkOpen = 'Open early access'
export const linkUsed = 'This link was used'
export const linkUsedNext = 'Ask for another one on the page of the drop.'
export const linkUnknown = 'This link opens nothing'
export const linkUnknownNext = 'Perhaps it is incomplete, or the drop is on sale by now.'
export const toTheDrop = 'To the drop'
export const toTheShop = 'To the shop'
export const calendar = 'Add to calendar'
export const reloadThen = 'Load this page again at that time.'
export const products = 'In this drop'
/** For who has the link for the press, and for staff. */
export const preview = 'Preview: not for publication before the time below.'
export const staffPreview = 'Preview: with all products, whenever customers see them.'
