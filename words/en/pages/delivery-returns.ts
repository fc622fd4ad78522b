import type { ReactNode } from 'react'
import { inList } from '#words/en/in-list.ts'

type Link = (text: string) => ReactNode

/** The delivery and returns page. */

export const pageTitle = 'Delivery & Returns'
export const description =
  'How long delivery takes, in Saskatoon and internationally, and what to do when an order arrives damaged or incorrect.'
/** The same of a shop with another name. */
export const descriptionOfAny =
  'How long delivery takes, and what to do when an order arrives damaged or incorrect.'
export const heading = 'Delivery & Returns'
export const lead = 'From Saskatoon to wherever you wear it.'
export const where = 'Where we deliver'
export const whereText = 'We deliver locally in Saskatoon and internationally.'
/** The same of a shop with another name. */
export const whereTextOfAny = 'We deliver internationally.'
/** Where the shop ships to some countries only. */
export const whereTextTo = (countries: readonly string[]) => `We deliver to ${inList(countries)}.`
export const whereTextOfPickup = "We don't deliver: you pick up your order from us."
export const howLong = 'How long it takes'
export const specDays = '7 to 14 business days'
/** `days`: `2 to 5 business days`. */
export const howLongText = (days: ReactNode) => [
  'Delivery is estimated at ',
  days,
  ' from order confirmation.',
]
export const howLongTextOfPickup = (days: ReactNode) => [
  'Your order is ready for pickup within ',
  days,
  ' of order confirmation.',
]
export const delays = 'Customs or couriers may cause delays.'
export const returns = 'Returns and exchanges'
export const returnsText = (strong: Link) => [
  strong('All sales are final.'),
  ' There are no returns or exchanges.',
]
export const damaged = 'Damaged or incorrect items'
export const damagedText = (strong: Link, contactForm: Link, email: ReactNode) => [
  'Tell us ',
  strong('within 3 days of delivery'),
  ', with the ',
  contactForm('contact form'),
  ' or by email to ',
  email,
  '.',
]
