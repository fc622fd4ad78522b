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
export const tellMe = 'Tell me when it begins'
export const tellMeNext = 'One email, shortly before. Nothing else.'
export const yourEmail = 'Your email address'
export const emailPlaceholder = 'you@example.com'
export const submit = 'Tell me'
export const leaveEmpty = 'Leave this empty'
export const asked = {
  sent: 'Check your email: open the link in it to confirm.',
  failed: "That didn't work. Check that the address is complete, like you@example.com, and try again.",
}
/** The page of the link in the email. */
export const waiting = 'One last step'
export const waitingNext = (drop: string, email: string) => `Tell ${email} when ${drop} begins?`
export const confirmed = "You're in"
export const confirmedNext = (drop: string, email: string) =>
  `We'll email ${email} shortly before ${drop} begins.`
export const leave = "Don't tell me"
export const unknown = "This link doesn't work"
export const unknownNext =
  'The reminder is gone, or the link was cut off. Copy the whole link from the email and try again.'
export const toTheDrop = 'To the drop'
export const toTheShop = 'To the shop'
export const products = 'In this drop'
/** For who has the link for the press, and for staff. */
export const preview = 'Preview: not for publication before the time below.'
export const staffPreview = 'Preview: with all products, whenever customers see them.'
