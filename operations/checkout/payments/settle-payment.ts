import { findHold } from '#db/orders/holds.ts'
import { chargedCode } from '#domain/currency.ts'
import { toRefundId } from '#domain/ids.ts'
import { findPayments, movePayment } from '#db/checkout/payments.ts'
import { takeGiftCardsAgain } from '#db/gift-cards/gift-card-payments.ts'
import { isAnyBlocked } from '#db/orders/blocks.ts'
import { incrementVersion, moveOrder } from '#db/orders/move-order.ts'
import { recordEvent, recordOneTimeEvent } from '#db/orders/order-events.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import { deleteHold, isHolding, lockOrder, releaseHeldStock } from '#db/orders/orders.ts'
import { transactTogether } from '#db/engine/postgres/commit-together.ts'
import { LastStatement, transact, type Tx } from '#db/engine/transact.ts'
import { isCovered, methodReference, statesBefore, whenPaid, type Payment } from '#domain/checkout/payment.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { mayUseAgain } from '#operations/promotions/lock-limits.ts'
import { findReviewReasons, keepForReview } from '#operations/checkout/review-order.ts'
import { markPaid } from '#operations/mark-paid.ts'
import { requestRefund } from '#operations/request-refund.ts'
import type { RefundCause } from '#domain/refunds/refund.ts'
import { reReserveStock } from '#operations/re-reserve-stock.ts'
import { paidByCard, paymentDetail, paymentMail, receivedColumns } from './received-payment.ts'
import { settleLink } from './settle-link.ts'
import {
  findPaidOverLimit,
  isOfLimitedDrop,
  PERSON_LIMIT,
  withCard,
  type OverPersonLimit,
} from '#operations/checkout/limit-buyers.ts'
import { recordRefusal } from '#db/drops/drop-buyers.ts'
import { refundIfLost } from './refund-if-lost.ts'
import { handleDecline } from './handle-decline.ts'
import type { Shop } from '#operations/shop.ts'

/** The outcome of a gateway payment for its order. */
export type Settlement =
  | { kind: 'paid'; orderNumber: string }
  /** The payment arrived when the stock was sold out or the order cancelled: it is refunded, with mails. */
  | { kind: 'refunded'; orderNumber: string }
  /** Amount, currency or order do not match: it stays flagged for review. */
  | { kind: 'needs-attention'; orderNumber: string }
  | { kind: 'not-paid' }
  | { kind: 'unknown-order' }

interface Decided {
  settlement: Settlement
  availabilityChanged: boolean
}

/**
 * The only way a payment at the gateway makes an order paid. The webhook, the shopper's return and the reconciler all
 * call it, any number of times: the first call settles, the others return the result.
 */
export async function settlePayment(shop: Shop, intent: PaymentIntent): Promise<Settlement> {
  if (intent.state !== 'succeeded') {
    if (intent.state === 'requires_payment_method' && intent.lastError !== null) {
      const closed = await handleDecline(shop, intent, intent.lastError.id)
      if (closed?.state === 'succeeded') return settlePayment(shop, closed)
    }
    return { kind: 'not-paid' }
  }
  const { settlement, availabilityChanged } = await decideOnce(shop, await withCard(shop, intent))
  if (availabilityChanged) await shop.changes.publish('catalogue')
  return settlement
}

const underWay = new WeakMap<Shop, Map<string, Promise<Decided>>>()

/**
 * The shopper's return and the gateway's event often arrive at the same time: one of them decides for both. Payments
 * share transactions, but for those of a limited drop: each counts what the one before has written.
 */
function decideOnce(shop: Shop, intent: PaymentIntent): Promise<Decided> {
  const ofShop = underWay.get(shop) ?? new Map<string, Promise<Decided>>()
  underWay.set(shop, ofShop)
  const known = ofShop.get(intent.id)
  // One that tells what was paid with comes after one that does not.
  if (known) return intent.paidWith ? known.then(() => decideOnce(shop, intent)) : known
  const deciding = decideInTurn(shop, intent).finally(() => ofShop.delete(intent.id))
  ofShop.set(intent.id, deciding)
  return deciding
}

async function decideInTurn(shop: Shop, intent: PaymentIntent): Promise<Decided> {
  const run = (await isOfLimitedDrop(shop, intent)) ? transact : transactTogether
  return run(shop.database, (tx) => decide(shop, tx, intent))
}

type Decision = Promise<Decided | LastStatement<Decided>>

async function decide(shop: Shop, tx: Tx, intent: PaymentIntent): Decision {
  const [order, payments, holds, isBlocking] = await Promise.all([
    lockOrder(tx, intent.orderId),
    findPayments(tx, intent.orderId),
    isHolding(tx, intent.orderId),
    isAnyBlocked(tx, shop.now()),
  ])
  if (!order) {
    await refundIfLost(shop, tx, intent)
    return unchanged({ kind: 'unknown-order' })
  }
  const state = order.state
  const orderNumber = order.number
  const byLink = payments.find(({ kind, intentId }) => kind === 'link' && intentId === intent.id)
  if (byLink) {
    const kind = await settleLink(tx, { order, payment: byLink, intent, now: shop.now() })
    const isNew = kind === 'paid' && byLink.state !== 'succeeded'
    if (isNew && TO_SEND.has(state)) await reviewLink(shop, tx, intent, isBlocking)
    return unchanged({ kind, orderNumber })
  }
  const payment = payments.find(({ kind }) => kind === 'card')
  if (!payment) {
    // Staff made the order: no checkout requested this payment.
    await alertUnexpectedPayment(shop, tx, intent, 'stray-payment')
    return unchanged({ kind: 'paid', orderNumber })
  }
  const isItsPayment = payment.intentId === null || payment.intentId === intent.id
  if (state === 'needs-attention') {
    const isKnown = isItsPayment && intent.amount === payment.received
    if (isItsPayment && payment.received === 0 && intent.currency === payment.currency) {
      // The order was set aside for another payment: its own payment can be refunded now.
      await recordReceived(tx, intent, { payment, isPaid: order.paid_at !== null, now: shop.now() })
    }
    if (!isKnown) await alertUnexpectedPayment(shop, tx, intent, 'does-not-agree')
    return unchanged({ kind: state, orderNumber })
  }
  const found = {
    state,
    orderNumber,
    payment,
    isPaid: order.paid_at !== null,
    isErased: order.erased_at !== null,
    isBlocking,
  }
  if (state !== 'pending' && state !== 'expired') {
    return settleClosed(shop, tx, intent, found, isItsPayment)
  }
  const others = payments.filter(({ id }) => id !== payment.id).map(whenPaid)
  const paid = [...others, { received: intent.amount, state: 'succeeded' } as const]
  const isReceived = isItsPayment && intent.currency === payment.currency
  const agrees = isReceived && intent.currency === chargedCode() && isCovered(order.total_cents, paid)
  return agrees ? settleOpen(shop, tx, intent, found, holds) : setAside(shop, tx, intent, found, isReceived)
}

/** States of orders that may have something to send. */
const TO_SEND = new Set<OrderState>(['paid', 'refunded-in-part'])

/** What a balance is paid with may be a reason to look at its order, too; one on hold stays as it is. */
async function reviewLink(shop: Shop, tx: Tx, intent: PaymentIntent, isBlocking: boolean): Promise<void> {
  const reasons = await findReviewReasons(shop, tx, intent, isBlocking)
  const hold = reasons.length > 0 ? await findHold(tx, intent.orderId) : null
  if (reasons.length === 0 || (hold && hold.reason !== 'preorder')) return
  await keepForReview(tx, intent.orderId, reasons, shop.now())
}

interface Found {
  state: OrderState
  orderNumber: string
  payment: Payment
  /** Whether the order counted as paid before, by whatever payment. */
  isPaid: boolean
  /** The customer's data was deleted, the address with it. */
  isErased: boolean
  /** Somebody is on the block list. */
  isBlocking: boolean
}

/** Handles a payment of an order that is already paid or closed. */
async function settleClosed(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  found: Found,
  isItsPayment: boolean,
): Promise<Decided> {
  const { state, orderNumber, payment } = found
  const isClosed = CLOSED.has(state)
  const isFirst = isItsPayment && payment.received === 0
  if (isItsPayment && !isFirst && intent.paidWith && payment.reference === '') {
    // The first answer about it did not tell.
    const risk = intent.risk && { risk: JSON.stringify(intent.risk) }
    const columns = { reference: methodReference(intent.paidWith), ...risk }
    await movePayment(tx, payment, payment.state, shop.now(), columns)
  }
  const isReceived = isFirst && intent.currency === payment.currency
  if (isReceived && isClosed) return refundAfterClosing(shop, tx, intent, found)
  // Staff had accepted another payment for the order: its own can be refunded now.
  if (isReceived) await recordReceived(tx, intent, { payment, isPaid: true, now: shop.now() })
  if (isFirst || !isItsPayment) await alertUnexpectedPayment(shop, tx, intent, 'stray-payment')
  return unchanged({ kind: isClosed ? 'refunded' : 'paid', orderNumber })
}

/**
 * Refunds an order's own payment that arrived after the order was cancelled, or after its other payment was returned.
 */
async function refundAfterClosing(shop: Shop, tx: Tx, intent: PaymentIntent, found: Found): Promise<Decided> {
  const { state, orderNumber, payment, isPaid } = found
  const { orderId } = intent
  const refundId = toRefundId(orderId)
  if (state === 'cancelled' && statesBefore('refunding').includes(payment.state)) {
    const { kind, payload, dedupeKey } = paymentMail('order-cancelled', intent)
    const alert = [{ kind, payload: { ...payload, refundId }, dedupeKey }]
    return refundLatePayment(shop, tx, intent, { ...found, alert })
  }
  // Another payment was set aside or accepted for the order before. The customer was informed of that one when the
  // order was closed.
  const now = shop.now()
  await recordReceived(tx, intent, { payment, isPaid, now })
  await requestLateRefund(tx, intent, found, now)
  await incrementVersion(tx, orderId, now)
  await alertUnexpectedPayment(shop, tx, intent, 'stray-payment')
  const kind = state === 'cancelled' ? 'order-cancelled' : 'order-refunded'
  const payload = { orderId, refundId, id: `${kind}-${orderId}-late` }
  await enqueue(tx, [{ kind, payload, dedupeKey: `${kind}:${orderId}:late` }], now)
  return unchanged({ kind: 'refunded', orderNumber })
}

/** Records the money of an order's own payment that arrived after another payment was set aside or accepted. */
async function recordReceived(
  tx: Tx,
  intent: PaymentIntent,
  { payment, isPaid, now }: { payment: Payment; isPaid: boolean; now: number },
): Promise<void> {
  const received_at = isPaid ? now : null
  await movePayment(tx, payment, payment.state, now, { ...receivedColumns(intent), received_at })
}

/**
 * Sets aside a payment that does not match its open order. `isReceived`: it is the order's own payment, in the currency
 * of the order.
 */
async function setAside(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  { orderNumber, ...found }: Found,
  isReceived: boolean,
): Promise<Decided> {
  await moveOrderAndPayment(shop, tx, intent, found, 'needs-attention', isReceived)
  await alertUnexpectedPayment(shop, tx, intent, 'does-not-agree')
  const { backInStock } = await releaseHeldStock(tx, intent.orderId, { by: 'gateway', at: shop.now() })
  return { settlement: { kind: 'needs-attention', orderNumber }, availabilityChanged: backInStock }
}

/**
 * Settles a payment that covers its open order: the order is paid if it still holds its units, or can take them, its
 * promotions and what gift cards pay again; otherwise, or when one person would have too much of a drop, the payment is
 * refunded.
 */
async function settleOpen(shop: Shop, tx: Tx, intent: PaymentIntent, found: Found, holds: boolean): Decision {
  const { orderId } = intent
  const over = await findPaidOverLimit(shop, tx, intent, holds)
  if (over) return refundOverLimit(shop, tx, intent, found, over)
  const reasons = await findReviewReasons(shop, tx, intent, found.isBlocking)
  const review = async (decided: Decided) => {
    if (reasons.length > 0) await keepForReview(tx, orderId, reasons, shop.now())
    return decided
  }
  if (holds && reasons.length > 0) {
    await deleteHold(tx, orderId)
    return review(await settle(shop, tx, intent, found, { soldOut: false }))
  }
  if (holds) {
    const settled = [settle(shop, tx, intent, found, { soldOut: false }), deleteHold(tx, orderId)] as const
    return new LastStatement(Promise.all(settled).then(([decided]) => decided))
  }
  const isOver = found.isErased || !(await mayUseAgain(shop, tx, orderId))
  const takeCards = isOver ? null : await takeGiftCardsAgain(tx, orderId, shop.now())
  const reReserved = takeCards && (await reReserveStock(tx, orderId, { by: 'gateway', at: shop.now() }))
  if (!reReserved) {
    const alert = [paymentMail('refund-notice', intent), paymentMail('refund-alert', intent)]
    return refundLatePayment(shop, tx, intent, { ...found, alert })
  }
  await takeCards?.()
  await recordEvent(tx, orderId, shop.now(), 'held-again')
  return review(await settle(shop, tx, intent, found, reReserved))
}

async function settle(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  { orderNumber, state, payment }: Found,
  { soldOut }: { soldOut: boolean },
): Promise<Decided> {
  const now = shop.now()
  await Promise.all([
    markPaid(tx, { ...paidByCard(intent), state }, now),
    movePayment(tx, payment, 'succeeded', now, receivedColumns(intent)),
  ])
  return { settlement: { kind: 'paid', orderNumber }, availabilityChanged: soldOut }
}

/** Refunds the whole payment, and gives the units to the next shopper. */
async function refundOverLimit(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  found: Found,
  { buyer }: OverPersonLimit,
): Promise<Decided> {
  await recordRefusal(tx, buyer, shop.now())
  const alert = [paymentMail('over-limit-notice', intent)]
  const refunded = await refundLatePayment(shop, tx, intent, { ...found, alert, why: PERSON_LIMIT })
  const { backInStock } = await releaseHeldStock(tx, intent.orderId, { by: 'gateway', at: shop.now() })
  return { ...refunded, availabilityChanged: backInStock }
}

/** Refunds the whole payment, and sends the mails in `alert`. `why`: it did not come too late. */
async function refundLatePayment(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  { orderNumber, alert, ...found }: Found & { alert: OutboxTask[]; why?: typeof PERSON_LIMIT },
): Promise<Decided> {
  await moveOrderAndPayment(shop, tx, intent, found, 'refunded')
  await requestLateRefund(tx, intent, found, shop.now())
  await enqueue(tx, alert, shop.now())
  return unchanged({ kind: 'refunded', orderNumber })
}

async function requestLateRefund(
  tx: Tx,
  { orderId, amount }: PaymentIntent,
  { state, payment, why }: Pick<Found, 'state' | 'payment'> & { why?: typeof PERSON_LIMIT },
  now: number,
): Promise<void> {
  await requestRefund(tx, {
    id: toRefundId(orderId), // there is one late refund per order
    orderId,
    paymentId: payment.id,
    source: 'late-payment',
    amount,
    cause: why ? 'late-limit' : (LATE_CAUSES[state] ?? 'late'),
    by: 'system',
    now,
  })
}

const LATE_CAUSES: Partial<Record<OrderState, RefundCause>> = {
  cancelled: 'late-cancelled',
  refunded: 'late-refunded',
}

/** These checkouts have ended: the shopper starts a new one. */
const CLOSED = new Set<OrderState>(['refunded', 'cancelled'])

/** Alerts the owner once for each payment that does not match the order. */
async function alertUnexpectedPayment(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  kind: 'does-not-agree' | 'stray-payment',
): Promise<void> {
  const event = { kind, name: intent.id, detail: paymentDetail(intent), actor: 'gateway' } as const
  if (!(await recordOneTimeEvent(tx, intent.orderId, shop.now(), event))) return
  const alert = paymentMail('attention-alert', intent)
  const payload = { ...alert.payload, id: `${alert.kind}-${intent.orderId}-${intent.id}` }
  await enqueue(tx, [{ ...alert, payload, dedupeKey: `${alert.dedupeKey}:${intent.id}` }], shop.now())
}

/** The payment state that goes with an order state. */
const PAYMENT_STATE = { refunded: 'refunding', 'needs-attention': 'set-aside' } as const

async function moveOrderAndPayment(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  from: Pick<Found, 'state' | 'payment'> & { why?: typeof PERSON_LIMIT },
  state: keyof typeof PAYMENT_STATE,
  isReceived = true,
): Promise<void> {
  const now = shop.now()
  const { orderId } = intent
  const { why } = from
  const order = { id: orderId, state: from.state }
  await Promise.all([
    moveOrder(tx, order, state, now),
    movePayment(tx, from.payment, PAYMENT_STATE[state], now, isReceived ? receivedColumns(intent) : {}),
    recordEvent(tx, orderId, now, state, { ...paymentDetail(intent), ...(why && { why }) }, 'gateway'),
  ])
}

function unchanged(settlement: Settlement): Decided {
  return { settlement, availabilityChanged: false }
}
