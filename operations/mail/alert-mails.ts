import type { OrderAlertKind } from '#domain/outbox/task-kinds.ts'
import { disputeMoney, disputeReason, type Dispute } from '#domain/refunds/dispute.ts'
import { formatCad, type Cents } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import type { MailBody } from './mail-body.ts'
import type { MailedParcel } from './parcel-words.ts'
import { notificationFacts } from '#operations/order-facts.ts'

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
  /** How the items of the order changed. */
  change: ItemsChanged | null
}

/** A change of items as text, and what is refunded for it, in cents. */
export interface ItemsChanged {
  before: string
  after: string
  refunded: number
}

export const ALERTS: Record<OrderAlertKind, MailTemplate> = {
  'refund-alert': {
    to: 'owner',
    subject: ({ number }) => `Order ${number} was paid too late and is being refunded`,
    body: (order) => ({
      heading: `Order ${order.number} is being refunded`,
      paragraphs: [
        'The payment arrived after the hold had run out, and the pieces were sold meanwhile. The shopper has been told.',
      ],
      facts: notificationFacts(order),
    }),
  },
  'refund-failed-alert': {
    to: 'owner',
    subject: ({ number }, refund) => `The refund of order ${number} ${refundEnd(refund)}`,
    body: (order, refund) => ({
      heading: `The refund of order ${order.number} ${refundEnd(refund)}`,
      paragraphs:
        refund && refund.state !== 'failed'
          ? [
              `The shop asked the gateway for ${formatCad(refund.amount)} again and again, and no answer arrived.${refund.failure && ` The last try ended with: ${refund.failure}`}`,
              'The money may have gone back, or not. Look at the gateway first: refund again only if nothing was returned there.',
            ]
          : [
              refund?.failure
                ? `The gateway did not return the money. The reason: ${refund.failure}`
                : 'The gateway did not return the money.',
              'Nothing went back to the shopper. Open the order and refund again, or return the money by hand at the gateway.',
            ],
      facts: notificationFacts(order),
    }),
  },
  'refund-came-back-alert': {
    to: 'owner',
    subject: ({ number }) => `A refund of order ${number} came back`,
    body: (order, refund) => ({
      heading: `A refund of order ${order.number} came back`,
      paragraphs: [
        `The shopper’s bank did not take the ${formatCad(refund?.amount ?? order.total)} that the shop had returned, and the money is with you again.${refund?.failure ? ` The gateway said: ${refund.failure}` : ''}`,
        'The shopper has been told that it is on its way: write to them. Then open the order and refund again, or return the money another way.',
      ],
      facts: notificationFacts(order),
    }),
  },
  'refund-overdue-alert': {
    to: 'owner',
    subject: ({ number }) => `A refund of order ${number} has been pending for 30 days`,
    body: (order, refund) => ({
      heading: `A refund of order ${order.number} has been pending for 30 days`,
      paragraphs: [
        `The shop asked the gateway to return ${formatCad(refund?.amount ?? order.total)} and still does not know whether it did. The shop no longer queries the gateway, but still records its notifications.`,
        'Check the gateway. If the refund is pending there too, ask its support. The shopper may be waiting for the money.',
      ],
      facts: notificationFacts(order),
    }),
  },
  'not-sent-alert': {
    to: 'owner',
    subject: ({ number }) => `Order ${number} was refunded at the gateway and is not sent`,
    body: (order) => ({
      heading: `Order ${order.number} was refunded at the gateway`,
      paragraphs: [
        'Somebody returned all of its money at the gateway itself. The order was not sent, and its pieces are still out of the shop’s count.',
        'Do not send it. Cancel the order to put the pieces back on the shelf: nothing more is refunded then.',
      ],
      facts: notificationFacts(order),
    }),
  },
  'dispute-alert': {
    to: 'owner',
    subject: ({ number }) => `The payment of order ${number} is disputed`,
    body: (order, _refund, { dispute }) => ({
      heading: `The payment of order ${order.number} is disputed`,
      paragraphs: [
        'The cardholder has asked their bank to return the money. Answer at the gateway before its deadline: without an answer the money is lost.',
        'Do not send or refund anything before you have looked: money that is refunded now may go twice.',
      ],
      facts: [...disputeFacts(dispute), ...notificationFacts(order)],
    }),
  },
  'dispute-lost-alert': {
    to: 'owner',
    subject: ({ number }) => `The dispute about order ${number} is lost`,
    body: (order, _refund, { dispute }) => ({
      heading: `The dispute about order ${order.number} is lost`,
      paragraphs: [
        'The bank has returned the money to the cardholder. The order’s page says what the shop counts.',
        'If the pieces are still with you, cancel the order and put them back on the shelf; else resolve it.',
      ],
      facts: [...disputeFacts(dispute), ...notificationFacts(order)],
    }),
  },
  'dispute-turned-alert': {
    to: 'owner',
    subject: ({ number }) => `The dispute about order ${number} was won on appeal`,
    body: (order, _refund, { dispute }) => ({
      heading: `The dispute about order ${order.number} was won on appeal`,
      paragraphs: [
        'The bank had returned the money to the cardholder and has now returned it to you. The order’s page includes it again.',
        'If the order was not sent, send it or refund it. If you cancelled it in the meantime, you owe the shopper the money. Then resolve it.',
      ],
      facts: [...disputeFacts(dispute), ...notificationFacts(order)],
    }),
  },
  'over-refunded-alert': {
    to: 'owner',
    subject: ({ number }) => `More of order ${number} was returned than was received`,
    body: (order, _refund, { sums }) => ({
      heading: `More of order ${order.number} was returned than was received`,
      paragraphs: [
        'A refund and a dispute, or two refunds, have met: money went back twice. Look at the gateway, and write to the shopper or to the bank if you want it back.',
        'The order waits for you until you open it, choose “Resolve” and say that the loss is written off. Nothing more can be refunded.',
      ],
      facts: [...sumFacts(sums), ...notificationFacts(order)],
    }),
  },
  'attention-alert': {
    to: 'owner',
    subject: ({ number }) => `Order ${number} needs your attention`,
    body: (order) => ({
      heading: `Order ${order.number} needs your attention`,
      paragraphs: [
        'The payment at the gateway does not agree with the order: amount, currency or payment differ. The shop has changed nothing because of it. Compare the two at the gateway before you send or refund anything.',
      ],
      facts: notificationFacts(order),
    }),
  },
}

/** Received and returned money, and the difference. */
function sumFacts(sums: MailContext['sums']): [string, string][] {
  if (sums === null) return []
  const { received, returned } = sums
  return [
    ['Received', formatCad(received)],
    ['Returned', formatCad(returned)],
    ['Too much', formatCad(returned - received)],
  ]
}

/** The disputed amount and the reason. */
function disputeFacts(dispute: Dispute | null): [string, string][] {
  if (dispute === null) return []
  return [
    ['Disputed', disputeMoney(dispute)],
    ['Reason', disputeReason(dispute.reason)],
  ]
}

/**
 * How a refund ended that was not made. When it is no longer `failed`, its later result arrived before the mail was
 * sent: the mail is about an unconfirmed one.
 */
function refundEnd(refund: Refund | null): string {
  return refund && refund.state !== 'failed' ? 'was never confirmed' : 'failed'
}
