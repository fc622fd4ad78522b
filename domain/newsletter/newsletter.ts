import * as v from 'valibot'
import { looksLikeEmail } from '#domain/email.ts'
import { withoutInvisible } from '#domain/plain-text.ts'

/** The newsletter form (spec 3): one email address, trimmed and in lower case, so that each address is stored once.
 * The message is the fault of the contact form. */
export const newsletterSchema = v.object({
  email: v.pipe(
    v.optional(v.string('no-email'), ''),
    v.transform(withoutInvisible),
    v.trim(),
    v.toLowerCase(),
    v.check(looksLikeEmail, 'no-email'),
  ),
})

/** The states of a subscriber, with their labels. Only confirmed subscribers get the newsletter. */
export const SUBSCRIBER_STATES = {
  pending: 'Not confirmed',
  confirmed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
} as const

/** The state of a subscriber. */
export type SubscriberState = keyof typeof SUBSCRIBER_STATES

/** The allowed state changes. An unsubscribed address can return only by confirming again. */
export const SUBSCRIBER_TRANSITIONS: Record<SubscriberState, readonly SubscriberState[]> = {
  pending: ['confirmed', 'unsubscribed'],
  confirmed: ['unsubscribed'],
  unsubscribed: ['pending'],
}

/** The states that can change to `state`. */
export function statesBefore(state: SubscriberState): SubscriberState[] {
  const all = Object.keys(SUBSCRIBER_TRANSITIONS) as SubscriberState[]
  return all.filter((before) => SUBSCRIBER_TRANSITIONS[before].includes(state))
}

/** How long the link in a confirmation mail works, in milliseconds. */
export const CONFIRM_WITHIN_MS = 7 * 24 * 3_600_000

/** The minimum time between confirmation mails to an address that has not confirmed, in milliseconds. */
const CONFIRM_MAIL_EVERY_MS = 3_600_000

/** How many confirmation mails an address may get while one link is valid (seven days), for any number of requests. */
export const MAX_CONFIRM_MAILS = 3

/**
 * Whether to send a confirmation mail to an address that was submitted. `mailTimes`: when earlier ones were sent,
 * newest first, in epoch milliseconds. A confirmed subscriber gets none.
 */
export function isConfirmationOwed(
  state: SubscriberState,
  mailTimes: readonly number[],
  now: number,
): boolean {
  const recent = mailTimes.filter((time) => now - time < CONFIRM_WITHIN_MS)
  if (state === 'confirmed' || recent.length >= MAX_CONFIRM_MAILS) return false
  return state === 'unsubscribed' || mailTimes.every((time) => now - time >= CONFIRM_MAIL_EVERY_MS)
}
