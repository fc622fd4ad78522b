import type { ReactNode } from 'react'

/** The privacy policy. */

export const pageTitle = 'Privacy Policy'
export const description =
  'What Redemption collects when you shop, what it is used for, and how to reach us about it.'
export const heading = 'Privacy Policy'
export const effective = 'Effective December 2024'
export const collect = 'What we collect'
export const collectText = 'When you order from us, write to us or look around the shop, we collect:'
export const collected = [
  'your name and email address',
  'your shipping and billing address',
  'your phone number',
  'your payment details, via third-party providers',
  'basic analytics about how the site is used',
]
export const onYourDevice =
  'The list of products you viewed recently stays on your device, where you can clear it.'
export const use = 'What we use it for'
export const used = [
  'to process and deliver your orders',
  'to send you order updates and to support you',
  'to improve the site',
  'to comply with the law',
]
export const never = "What we don't do"
export const neverText = 'We do not sell your information, and we do not share it for marketing.'
export const reachUs = 'How to reach us'
export const questions = (email: ReactNode) => ['Questions about your information: ', email]
export const place = 'Saskatoon, SK, Canada'
