import * as v from 'valibot'
import { looksLikeEmail } from '#domain/email.ts'
import { withoutUnseen } from '#domain/plain-text.ts'

/** The newsletter box (spec 3): one e-mail address, trimmed and in small letters, so that each is kept once. */
export const newsletterSchema = v.object({
  email: v.pipe(
    v.optional(v.string('Please enter a valid email address!'), ''),
    v.transform(withoutUnseen),
    v.trim(),
    v.toLowerCase(),
    v.check(looksLikeEmail, 'Please enter a valid email address!'),
  ),
})

/** What a subscriber can be, and in words. Nobody gets the newsletter before they have confirmed. */
export const SUBSCRIBER_STATES = {
  pending: 'Not confirmed',
  confirmed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
} as const

/** One of them. */
export type SubscriberState = keyof typeof SUBSCRIBER_STATES

/** What may become of a subscriber. Who has left comes back only by confirming again. */
export const SUBSCRIBER_TRANSITIONS: Record<SubscriberState, readonly SubscriberState[]> = {
  pending: ['confirmed', 'unsubscribed'],
  confirmed: ['unsubscribed'],
  unsubscribed: ['pending'],
}

/** The states from which a subscriber may come to `state`. */
export function statesBefore(state: SubscriberState): SubscriberState[] {
  const all = Object.keys(SUBSCRIBER_TRANSITIONS) as SubscriberState[]
  return all.filter((before) => SUBSCRIBER_TRANSITIONS[before].includes(state))
}

/** How long the link in a confirmation mail works, in milliseconds. */
export const CONFIRM_WITHIN_MS = 7 * 24 * 3_600_000

/** The least time between two confirmation mails to an address that has not answered the first, in milliseconds. */
const CONFIRM_MAIL_EVERY_MS = 3_600_000

/** How many confirmation mails an address may get within the seven days of a link, whoever asks for them. */
export const MOST_CONFIRM_MAILS = 3

/**
 * Whether an address is owed a confirmation mail when it is typed in. `mailTimes`: when it was mailed before, the
 * newest first, in epoch milliseconds. Who is subscribed is owed none.
 */
export function isConfirmationOwed(
  state: SubscriberState,
  mailTimes: readonly number[],
  now: number,
): boolean {
  const recent = mailTimes.filter((time) => now - time < CONFIRM_WITHIN_MS)
  if (state === 'confirmed' || recent.length >= MOST_CONFIRM_MAILS) return false
  return state === 'unsubscribed' || mailTimes.every((time) => now - time >= CONFIRM_MAIL_EVERY_MS)
}
