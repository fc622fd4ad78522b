import type { ShopDay } from '#domain/shop-day.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import type { OrderAlertKind } from '#domain/outbox/task-kinds.ts'
import { formatDisputedAmount, disputeReason, type Dispute } from '#domain/refunds/dispute.ts'
import { formatCents, type Cents } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { SplitPart } from '#domain/refunds/refund-split.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import type { MailedReturnState, Return } from '#domain/returns/return.ts'
import type { MailBody } from './mail-body.ts'
import type { MailedParcel } from './parcel-words.ts'
import type { MailedPickup } from './pickup-words.ts'
import { notificationFacts } from '#operations/order-facts.ts'
import * as words from '#words/en/mails/alerts.ts'

/** The content of one kind of mail about an order. */
export interface MailTemplate {
  to: 'owner' | 'shopper'
  subject: (order: Order, refund: Refund | null, about: MailContext) => string
  body: (order: Order, refund: Refund | null, about: MailContext) => Omit<MailBody, 'link'>
}

/** What a mail is about besides the order and a refund. */
export interface MailContext {
  dispute: Dispute | null
  /** Received and returned money at the time the mail was enqueued. */
  sums: { received: Cents; returned: Cents } | null
  /** The parcel, for mails about one. */
  parcel: MailedParcel | null
  pickup: MailedPickup | null
  /** The return, for mails about one, and what the owner says of sending it. */
  ofReturn: {
    found: Return
    state: MailedReturnState
    instructions: string
    /** Until which day what the customer wants instead is held; empty: nothing is. */
    heldUntil: string
    /** The address of the PDF of the label; empty: there is none. */
    labelAt: string
  } | null
  /** How the items of the order changed. */
  /** From when pre-ordered items ship now; empty: the email is about something else. */
  shipsOn: ShopDay | ''
  change: ItemsChanged | null
  /** Where orders are collected, as the owner wrote it. */
  pickupPlace: string
  /** The payment link, for mails about one, and until which day it can be paid. */
  link: PaymentLink | null
  payBy: string
  /** What a cancellation returns, to cards and by hand. */
  returning: { byCard: Cents; byHand: Cents }
  /** Where the customer may withdraw from the contract; null: the law does not say so. */
  withdrawAt: string | null
  /** How a refund divides among the parts of the order. */
  split: readonly SplitPart[]
  /** What staff kept of it. */
  fee: Cents
}

/** A change of items as text, and what is refunded for it, in cents. `after`: null when the address changed instead. */
export interface ItemsChanged {
  before: string
  after: string | null
  refunded: number
}

export const ALERTS: Record<OrderAlertKind, MailTemplate> = {
  'refund-alert': {
    to: 'owner',
    subject: ({ number }) => words.paidTooLate.subject(number),
    body: (order) => ({
      heading: words.paidTooLate.heading(order.number),
      paragraphs: [order.erasure === null ? words.paidTooLate.why : words.paidTooLate.erased],
      facts: notificationFacts(order),
    }),
  },
  'refund-failed-alert': {
    to: 'owner',
    subject: ({ number }, refund) => refundEnd(number, refund),
    body: (order, refund) => ({
      heading: refundEnd(order.number, refund),
      paragraphs:
        refund && refund.state !== 'failed'
          ? [
              words.refundUnconfirmed.asked(formatCents(refund.amount), refund.failure),
              words.refundUnconfirmed.lookFirst,
            ]
          : [words.refundFailed.notReturned(refund?.failure ?? ''), words.refundFailed.nothingReturned],
      facts: notificationFacts(order),
    }),
  },
  'refund-came-back-alert': {
    to: 'owner',
    subject: ({ number }) => words.refundCameBack.subject(number),
    body: (order, refund) => ({
      heading: words.refundCameBack.subject(order.number),
      paragraphs: [
        words.refundCameBack.returned(formatCents(refund?.amount ?? order.total), refund?.failure ?? ''),
        words.refundCameBack.next,
      ],
      facts: notificationFacts(order),
    }),
  },
  'refund-overdue-alert': {
    to: 'owner',
    subject: ({ number }) => words.refundOverdue.subject(number),
    body: (order, refund) => ({
      heading: words.refundOverdue.subject(order.number),
      paragraphs: [
        words.refundOverdue.asked(formatCents(refund?.amount ?? order.total)),
        words.refundOverdue.next,
      ],
      facts: notificationFacts(order),
    }),
  },
  'not-sent-alert': {
    to: 'owner',
    subject: ({ number }) => words.refundedElsewhere.subject(number),
    body: (order) => ({
      heading: words.refundedElsewhere.heading(order.number),
      paragraphs: [words.refundedElsewhere.returned, words.refundedElsewhere.next],
      facts: notificationFacts(order),
    }),
  },
  'dispute-alert': {
    to: 'owner',
    subject: ({ number }) => words.disputed.subject(number),
    body: (order, _refund, { dispute }) => ({
      heading: words.disputed.subject(order.number),
      paragraphs: [words.disputed.asked, words.disputed.wait],
      facts: [...disputeFacts(dispute), ...notificationFacts(order)],
    }),
  },
  'dispute-lost-alert': {
    to: 'owner',
    subject: ({ number }) => words.disputeLost.subject(number),
    body: (order, _refund, { dispute }) => ({
      heading: words.disputeLost.subject(order.number),
      paragraphs: [words.disputeLost.returned, words.disputeLost.next],
      facts: [...disputeFacts(dispute), ...notificationFacts(order)],
    }),
  },
  'dispute-turned-alert': {
    to: 'owner',
    subject: ({ number }) => words.disputeTurned.subject(number),
    body: (order, _refund, { dispute }) => ({
      heading: words.disputeTurned.subject(order.number),
      paragraphs: [words.disputeTurned.returned, words.disputeTurned.next],
      facts: [...disputeFacts(dispute), ...notificationFacts(order)],
    }),
  },
  'over-refunded-alert': {
    to: 'owner',
    subject: ({ number }) => words.overRefunded.subject(number),
    body: (order, _refund, { sums }) => ({
      heading: words.overRefunded.subject(order.number),
      paragraphs: [words.overRefunded.twice, words.overRefunded.next],
      facts: [...sumFacts(sums), ...notificationFacts(order)],
    }),
  },
  'attention-alert': {
    to: 'owner',
    subject: ({ number }) => words.attention.subject(number),
    body: (order) => ({
      heading: words.attention.subject(order.number),
      paragraphs: [words.attention.differs],
      facts: notificationFacts(order),
    }),
  },
}

/** Received and returned money, and the difference. */
function sumFacts(sums: MailContext['sums']): [string, string][] {
  if (sums === null) return []
  const { received, returned } = sums
  return [
    [words.overRefunded.received, formatCents(received)],
    [words.overRefunded.returned, formatCents(returned)],
    [words.overRefunded.tooMuch, formatCents(returned - received)],
  ]
}

/** The disputed amount and the reason. */
function disputeFacts(dispute: Dispute | null): [string, string][] {
  if (dispute === null) return []
  return [
    [words.disputeFacts.amount, formatDisputedAmount(dispute)],
    [words.disputeFacts.reason, disputeReason(dispute.reason)],
  ]
}

/**
 * The sentence about a refund that was not made. When its state is no longer `failed`, a later result arrived before
 * the mail was sent, and the mail says that the refund was unconfirmed.
 */
function refundEnd(number: string, refund: Refund | null): string {
  const isUnconfirmed = refund && refund.state !== 'failed'
  return isUnconfirmed ? words.refundUnconfirmed.unconfirmed(number) : words.refundFailed.failed(number)
}
