import type { SubscriberState } from '#domain/newsletter/newsletter.ts'

/** A subscriber as staff see them. Times are texts in the shop's time zone; blank when it has not happened. */
export interface SubscriberView {
  id: string
  email: string
  state: SubscriberState
  joinedAt: string
  confirmedAt: string
  unsubscribedAt: string
}
