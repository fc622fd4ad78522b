import * as v from 'valibot'
import type { OrderEventKind } from '#domain/orders/order-event.ts'
import { HOLD_REASONS, type HoldReason } from '#domain/orders/hold.ts'
import type { Delivery } from '#domain/orders/order.ts'
import { EXTERNAL_METHODS, isExternalMethod } from '#domain/checkout/payment.ts'
import { formatDisputedAmount, disputeReason } from '#domain/refunds/dispute.ts'
import { taskName } from '#domain/outbox/task-kinds.ts'
import { cents, decimalDollars, formatCents } from '#domain/money.ts'

const text = v.fallback(v.string(), '')

/** The display texts of events. Details may come from any version of the shop. */
const detailSchema = v.object({
  total: v.fallback(v.nullable(v.number()), null),
  amount: v.fallback(v.nullable(v.number()), null),
  fee: v.fallback(v.nullable(v.number()), null),
  number: v.fallback(v.nullable(v.number()), null),
  currency: text,
  received: v.fallback(v.nullable(v.number()), null),
  returned: v.fallback(v.nullable(v.number()), null),
  intentId: text,
  what: text,
  from: text,
  before: text,
  after: text,
  waived: v.fallback(v.nullable(v.number()), null),
  paid: v.fallback(v.nullable(v.number()), null),
  to: text,
  reason: text,
  failure: text,
  text,
  note: text,
  added: text,
  removed: text,
  outcome: text,
  carrier: text,
  trackingNumber: text,
  shipment: v.fallback(v.nullable(v.number()), null),
  mail: text,
  method: text,
  reference: text,
  why: text,
  charged: v.fallback(v.nullable(v.number()), null),
  left: v.fallback(v.nullable(v.number()), null),
  link: v.fallback(v.boolean(), false),
  told: v.fallback(v.boolean(), false),
  withdrawn: v.fallback(v.boolean(), false),
  restocked: v.fallback(v.boolean(), false),
  lifted: v.fallback(v.boolean(), false),
  checkedGateway: v.fallback(v.boolean(), false),
})

type Detail = v.InferOutput<typeof detailSchema>

/** While an earlier refund was unconfirmed. */
const LOOKED = '; checked with the payment provider: the earlier refund had not gone through'

const WORDS: Record<OrderEventKind, (detail: Detail, delivery: Delivery) => string> = {
  placed: ({ total, method }) =>
    `${method ? 'Created' : 'Placed'} the order${over(total)}${method === 'gift' ? ', as a gift' : ''}`,
  changed: ({ total }) => `Changed the order at the checkout${over(total)}`,
  'tried-again': ({ total }) => `Tried to pay again${over(total)}`,
  paid: ({ amount, method, reference }) =>
    amount === 0 && !method
      ? 'Paid the order with gift cards or promotions: nothing was left to charge'
      : `Received the payment${over(amount)}${method && `, ${methodWords(method)}`}${because(reference)}`,
  declined: ({ link }) =>
    link ? 'Declined the card for the payment link' : 'Declined the card; the items were returned to stock',
  'gateway-unavailable': () => 'Could not reach the payment provider; the items were returned to stock',
  expired: () => 'Closed the order, which was not paid in time; the items were returned to stock',
  'held-again': () => 'Found the items still in stock for a late payment',
  refunded: ({ amount, why }) =>
    `Received a payment that ${why === 'person-limit' ? 'takes one person over the limit of a drop' : 'came too late'}${over(amount)}; all of it is being refunded`,
  'needs-attention': ({ amount, currency }) =>
    `Received a payment that does not match the order: ${foreignAmount(amount, currency)}`,
  'does-not-agree': ({ amount, currency, intentId }) =>
    `Set aside payment ${intentId}: ${foreignAmount(amount, currency)}`,
  'stray-payment': ({ amount, currency, intentId }) =>
    `Received a second payment that was not requested, ${intentId}: ${foreignAmount(amount, currency)}. Check with the payment provider`,
  fulfilled: ({ shipment, what, carrier, trackingNumber }, delivery) =>
    delivery === 'pickup'
      ? `Marked ${what || 'the order'} as ready for pickup`
      : `${what ? `Sent parcel ${shipment ?? 1}: ${what}` : 'Fulfilled the order'}${carrier && what && ','}${carrier && ` with ${carrier}`}${trackingNumber && `, tracking number ${trackingNumber}`}`,
  withdrawn: () => 'Withdrew from the contract: see Messages',
  held: ({ why, note }) =>
    `Put on hold: ${HOLD_REASONS[why as HoldReason] ?? HOLD_REASONS.other}${because(note)}`,
  released: () => 'Released the order: it can be packed again',
  'preorder-arrived': () => 'Pre-ordered items have come in: it can be packed',
  'preorder-kept': ({ after }) => `Keeps the pre-order, which ships from ${after}`,
  'tracking-changed': ({ shipment, carrier, trackingNumber, told }) =>
    `Changed the tracking${shipment === null ? '' : ` of parcel ${shipment}`}${trackingWords(carrier, trackingNumber)}${told ? '; the customer was emailed' : ''}`,
  'address-changed': ({ from, to, ...money }) =>
    `Changed the address${from && to && `: ${to}, instead of ${from}`}${differenceWords(money)}`,
  'email-corrected': ({ from, to }) =>
    `Corrected the email${to && (from ? `: ${to}, instead of ${from}` : `: ${to}`)}`,
  'items-changed': ({ before, after, ...money }) =>
    `Changed the items: ${after}, instead of ${before}${differenceWords(money)}`,
  'fulfilment-undone': ({ shipment, reason, withdrawn }, delivery) =>
    `Marked ${shipment === null ? 'the order' : `${delivery === 'pickup' ? 'pickup' : 'parcel'} ${shipment}`} as not ${delivery === 'pickup' ? 'ready' : 'sent'}${because(reason)}${withdrawn ? '; its email was withdrawn' : ''}`,
  'picked-up': ({ what, told }) =>
    `Handed ${what || 'the order'} over to the customer${told ? ', who was emailed' : ''}`,
  'pickup-undone': ({ what, reason, withdrawn }) =>
    `Marked ${what || 'the order'} as not picked up${because(reason)}${withdrawn ? '; its email was withdrawn' : ''}`,
  'link-sent': ({ amount }) => `Resent the payment link${over(amount)}`,
  'link-cancelled': ({ amount }) =>
    `Cancelled the payment link${amount === null ? '' : `; ${formatCents(amount)} is still to be paid`}`,
  'link-expired': ({ amount }) =>
    `Closed the payment link, which was not paid within seven days${over(amount)}`,
  'link-voided': ({ amount }) =>
    `Closed the payment link, because everything paid was returned${over(amount)} is not charged`,
  'balance-due-again': ({ amount, why }) =>
    `What was not charged is to be paid again, because the ${why === 'refund-came-back' ? 'refund came back' : 'dispute was won'}${over(amount)}`,
  'balance-paid': ({ amount, left }) =>
    `${left === null ? 'Received' : 'Counted'} the payment by link${over(amount)}${left ? `; ${formatCents(left)} is still to be paid` : ''}`,
  'balance-returned': ({ amount }) =>
    `Received a payment by link when nothing was left to pay${over(amount)}; all of it is being refunded`,
  'balance-waived': ({ amount, reason }) => `Waived what was left to pay${over(amount)}${because(reason)}`,
  'balance-recorded': ({ amount, method, reference }) =>
    `Recorded what was left to pay as paid${over(amount)}, ${methodWords(method)}${because(reference)}`,
  'change-undone': ({ from, to, before, after }) =>
    from || to
      ? `Undid the change of address: ${to}, instead of ${from}`
      : `Undid the change of items${after && `: ${after}, instead of ${before}`}`,
  cancelled: ({ reason, amount, restocked, what, checkedGateway }) =>
    `Cancelled the order${because(reason)}${amount ? `; ${formatCents(amount)} to be refunded` : ''}${restocked ? (what ? `; returned ${what} to stock` : '; the items were returned to stock') : ''}${checkedGateway ? LOOKED : ''}`,
  'return-asked': ({ number, what, why }) =>
    `Asked for return ${number}: ${what}${why && `; left to staff: ${why}`}`,
  'return-accepted': ({ number }) => `Accepted return ${number}`,
  'return-declined': ({ number, reason }) => `Declined return ${number}${because(reason)}`,
  'return-cancelled': ({ number }) => `Cancelled return ${number}`,
  'exchange-released': ({ number }) => `Let go of what was held for return ${number}`,
  'return-received': ({ number, what }) => `Received return ${number}: ${what}`,
  'refund-asked': ({ amount, fee, method, what, reason, checkedGateway }) =>
    `Requested a refund${over(amount)}${fee ? `, less a fee of ${formatCents(fee)}` : ''}${method && ' as store credit'}${what && `, for ${what}`}${because(reason)}${checkedGateway ? LOOKED : ''}`,
  restocked: ({ what, reason }) => `Returned ${what || 'items'} to stock${because(reason)}`,
  'returned-by-hand': ({ amount, method }) => `Refunded by hand${over(amount)}, ${methodWords(method)}`,
  'returned-to-gift-card': ({ amount, what }) => `Refunded to the gift card ${what}${over(amount)}`,
  'returned-to-store-credit': ({ amount }) => `Refunded as store credit${over(amount)}`,
  'money-returned': ({ amount }) => `Refunded ${amount === null ? 'the money' : formatCents(amount)}`,
  'refund-pending': ({ amount }) => `Accepted the refund${over(amount)}; the money is not on its way yet`,
  'refund-failed': ({ failure }) => `Refused the refund: ${failure}`,
  'refund-unconfirmed': ({ failure }) =>
    `Got no answer about the refund${because(failure)}: check with the payment provider first`,
  'refund-never-made': ({ amount }) => `Never received the refund${over(amount)}; nothing was refunded`,
  'refund-came-back': ({ amount, failure }) =>
    `Sent back a refund that did not reach the customer${over(amount)}${because(failure)}`,
  'refund-overdue': ({ amount }) =>
    `Got no result for the refund within 30 days${over(amount)}: check with the payment provider`,
  disputed: ({ amount, currency, reason }) =>
    `Opened a dispute: ${disputed(amount, currency)}${because(disputeReason(reason))}`,
  'dispute-won': ({ amount, currency }) =>
    `Decided the dispute in the shop’s favour: ${disputed(amount, currency)}`,
  'dispute-lost': ({ amount, currency, reason }) =>
    `Decided the dispute in the cardholder’s favour: ${disputed(amount, currency)} has been taken back${because(disputeReason(reason))}`,
  'over-refunded': ({ received, returned }) =>
    `Found that more was refunded than received${tooMuch(received, returned)}`,
  resolved: ({ outcome, amount, note }) =>
    `Resolved it: ${OUTCOMES[outcome]?.(amount) ?? 'the order stands'}${because(note)}`,
  note: ({ text: said }) => said,
  tagged: ({ added, removed }) =>
    [added && `Added the tags: ${added}`, removed && `Removed the tags: ${removed}`]
      .filter(Boolean)
      .join('. '),
  'mail-given-up': ({ mail, failure }, delivery) =>
    `Gave up on an email: ${taskName(mail, delivery)}${because(failure)}`,
  erased: ({ why }) =>
    why === 'never-paid'
      ? 'Deleted the customer’s data 30 days after the order was closed without a payment'
      : 'Deleted the customer’s data at their request',
  'mail-resent': ({ mail, lifted }, delivery) =>
    `Resent an email: ${taskName(mail, delivery)}${lifted ? ', to an address that had bounced' : ''}`,
}

/** An event of an order's history as display text. `delivery`: of the order. */
export function historyWords(kind: string, detail: unknown, delivery: Delivery = 'ship'): string {
  const parsed = v.safeParse(detailSchema, detail)
  return isKnown(kind) && parsed.success ? WORDS[kind](parsed.output, delivery) : kind
}

/** The history may contain events of another version of the shop. */
function isKnown(kind: string): kind is OrderEventKind {
  return Object.hasOwn(WORDS, kind)
}

const OUTCOMES: Record<string, (amount: number | null) => string> = {
  returned: () => 'the money was refunded by hand',
  'written-off': (amount) => `the loss${amount === null ? '' : ` of ${formatCents(amount)}`} is written off`,
}

/** The display name of an actor. */
export function actorName(actor: string): string {
  if (actor === 'shopper') return 'Customer'
  if (actor === 'gateway') return 'Payment provider'
  return actor === 'system' ? 'The shop' : actor
}

function over(amount: number | null): string {
  return amount === null ? '' : `: ${formatCents(amount)}`
}

/** How the difference of a change was settled. */
function differenceWords({
  amount,
  waived,
  paid,
  charged,
  method,
  reason,
  reference,
  checkedGateway,
}: Pick<
  Detail,
  'amount' | 'waived' | 'paid' | 'charged' | 'method' | 'reason' | 'reference' | 'checkedGateway'
>): string {
  if (waived) return `; the extra ${formatCents(waived)} is waived${because(reason)}`
  if (charged) return `; the extra ${formatCents(charged)} is to be paid by link`
  if (paid) return `; the extra ${formatCents(paid)} was paid, ${methodWords(method)}${because(reference)}`
  return `${amount ? `; ${formatCents(amount)} to be refunded` : ''}${checkedGateway ? LOOKED : ''}`
}

/** As in the middle of a sentence. */
function methodWords(method: string): string {
  return isExternalMethod(method) ? EXTERNAL_METHODS[method].toLowerCase() : method
}

function trackingWords(...said: string[]): string {
  const words = said.filter(Boolean).join(', ')
  return words && `: ${words}`
}

function tooMuch(received: number | null, returned: number | null): string {
  if (received === null || returned === null) return ''
  return `: ${formatCents(returned)} of ${formatCents(received)}, ${formatCents(returned - received)} too much`
}

function because(reason: string): string {
  return reason && ` (${reason})`
}

function disputed(amount: number | null, currency: string): string {
  return amount === null ? 'amount unknown' : formatDisputedAmount({ amount: cents(amount), currency })
}

function foreignAmount(amount: number | null, currency: string): string {
  return amount === null ? 'amount unknown' : `${decimalDollars(cents(amount))} ${currency.toUpperCase()}`
}
