import type { OrderMailKind } from '#domain/outbox/task-kinds.ts'
import { moveOrder } from '#db/orders/move-order.ts'
import { recordEvent, recordOnce } from '#db/orders/order-events.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import { deleteHold, giveHoldBack, lockingOrders } from '#db/orders/orders.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { requestRefund } from '#operations/request-refund.ts'
import { reReserveStock } from '#operations/re-reserve-stock.ts'
import { handleDecline } from './handle-decline.ts'
import type { Shop } from '#operations/shop.ts'

/** What a payment at the gateway meant for its order. */
export type Settlement =
  | { kind: 'paid'; orderNumber: string }
  /** The money came when nothing was left to sell, or the order was called off: it goes back, and everybody is told. */
  | { kind: 'refunded'; orderNumber: string }
  /** Amount, currency or order do not agree: nothing moves until a person has looked. */
  | { kind: 'needs-attention'; orderNumber: string }
  | { kind: 'not-paid' }
  | { kind: 'unknown-order' }

interface Decided {
  settlement: Settlement
  availabilityChanged: boolean
}

/**
 * The only way an order becomes paid. The webhook, the shopper's return and the reconciler all come here, as often as
 * they like: the first one settles, the others read what was settled.
 */
export async function settlePayment(shop: Shop, intent: PaymentIntent): Promise<Settlement> {
  if (intent.state !== 'succeeded') {
    if (intent.state === 'requires_payment_method' && intent.lastError !== null) {
      const closed = await handleDecline(shop, intent, intent.lastError.id)
      if (closed?.state === 'succeeded') return settlePayment(shop, closed)
    }
    return { kind: 'not-paid' }
  }
  const { settlement, availabilityChanged } = await transact(shop.database, (tx) => decide(shop, tx, intent))
  if (availabilityChanged) await shop.changes.tell('catalogue')
  return settlement
}

async function decide(shop: Shop, tx: Tx, intent: PaymentIntent): Promise<Decided> {
  const order = await lockingOrders(tx)
    .select(['id', 'number', 'state', 'total_cents'])
    .where('id', '=', intent.orderId)
    .executeTakeFirst()
  if (!order) return unchanged({ kind: 'unknown-order' })
  const payment = await tx
    .selectFrom('payments')
    .select(['intent_id', 'currency', 'received_cents'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const state = order.state
  const orderNumber = order.number
  const isItsPayment = payment.intent_id === null || payment.intent_id === intent.id
  if (state === 'needs-attention') {
    const isKnown = isItsPayment && intent.amount === payment.received_cents
    if (isItsPayment && payment.received_cents === 0 && intent.currency === payment.currency) {
      // Set aside for another payment: its own can now be given back.
      await receive(tx, intent, shop.now())
    }
    if (!isKnown) await tellOfStrangePayment(shop, tx, intent, 'does-not-agree')
    return unchanged({ kind: state, orderNumber })
  }
  if (state !== 'pending' && state !== 'expired') {
    if (state === 'cancelled' && isItsPayment && payment.received_cents === 0) {
      const { kind, payload, dedupeKey } = mail('order-cancelled', intent)
      const alert = [{ kind, payload: { ...payload, refundId: intent.orderId }, dedupeKey }]
      return giveBack(shop, tx, intent, { state, orderNumber, alert })
    }
    if (!isItsPayment) await tellOfStrangePayment(shop, tx, intent, 'stray-payment')
    return unchanged({ kind: CLOSED.has(state) ? 'refunded' : 'paid', orderNumber })
  }
  const agrees = isItsPayment && intent.amount === order.total_cents && intent.currency === payment.currency
  if (!agrees) {
    const isReceived = isItsPayment && intent.currency === payment.currency
    await become(shop, tx, intent, state, 'needs-attention', isReceived)
    await tellOfStrangePayment(shop, tx, intent, 'does-not-agree')
    const { backInStock } = await giveHoldBack(tx, order.id)
    return { settlement: { kind: 'needs-attention', orderNumber }, availabilityChanged: backInStock }
  }

  const held = await deleteHold(tx, order.id)
  if (held.length > 0)
    return { ...(await markPaid(shop, tx, intent, { state, orderNumber })), availabilityChanged: false }

  const heldAgain = await reReserveStock(tx, order.id)
  if (!heldAgain) {
    const alert = [mail('refund-notice', intent), mail('refund-alert', intent)]
    return giveBack(shop, tx, intent, { state, orderNumber, alert })
  }
  await recordEvent(tx, order.id, shop.now(), 'held-again')
  return {
    ...(await markPaid(shop, tx, intent, { state, orderNumber })),
    availabilityChanged: heldAgain.soldOut,
  }
}

interface Found {
  state: OrderState
  orderNumber: string
}

async function markPaid(shop: Shop, tx: Tx, intent: PaymentIntent, { state, orderNumber }: Found) {
  await become(shop, tx, intent, state, 'paid')
  await enqueue(tx, [mail('order-notification', intent), mail('order-confirmation', intent)], shop.now())
  return { settlement: { kind: 'paid', orderNumber } satisfies Settlement }
}

/** The whole payment goes back, and `alert` says so. */
async function giveBack(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  { state, orderNumber, alert }: Found & { alert: OutboxTask[] },
): Promise<Decided> {
  const { orderId, amount } = intent
  await become(shop, tx, intent, state, 'refunded')
  const reason = state === 'cancelled' ? 'Paid after the order was cancelled' : 'Paid too late'
  // One order is given back like this once: its id makes the refund's.
  await requestRefund(tx, { id: orderId, orderId, amount, reason, by: 'system', now: shop.now() })
  await enqueue(tx, alert, shop.now())
  return unchanged({ kind: 'refunded', orderNumber })
}

/** Nothing more is owed to who asks about these: their checkout starts anew. */
const CLOSED = new Set<OrderState>(['refunded', 'cancelled'])

/** Once for each payment that the books cannot explain. */
async function tellOfStrangePayment(shop: Shop, tx: Tx, intent: PaymentIntent, why: string): Promise<void> {
  if (!(await recordOnce(tx, intent.orderId, shop.now(), why, moneyOf(intent), 'gateway'))) return
  const { kind, payload, dedupeKey } = mail('attention-alert', intent)
  const named = { ...payload, id: `${kind}-${intent.orderId}-${intent.id}` }
  await enqueue(tx, [{ kind, payload: named, dedupeKey: `${dedupeKey}:${intent.id}` }], shop.now())
}

/** What the payment is while its order is in a state. `refunding`: the outbox is giving the money back. */
const PAYMENT_STATES = { paid: 'succeeded', refunded: 'refunding', 'needs-attention': 'set-aside' } as const

async function become(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  from: OrderState,
  state: keyof typeof PAYMENT_STATES,
  isReceived = true,
): Promise<void> {
  const now = shop.now()
  const { orderId } = intent
  await moveOrder(tx, { id: orderId, state: from }, state, now, state === 'paid' ? { paid_at: now } : {})
  await tx
    .updateTable('payments')
    .set({
      state: PAYMENT_STATES[state],
      updated_at: now,
      ...(isReceived && { intent_id: intent.id, received_cents: intent.amount }),
    })
    .where('order_id', '=', orderId)
    .execute()
  await recordEvent(tx, orderId, now, state, moneyOf(intent), 'gateway')
}

/** Writes down that this payment's money is here. */
async function receive(tx: Tx, { orderId, id, amount }: PaymentIntent, now: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ intent_id: id, received_cents: amount, updated_at: now })
    .where('order_id', '=', orderId)
    .execute()
}

function moneyOf({ id, amount, currency }: PaymentIntent) {
  return { intentId: id, amount, currency }
}

function mail(kind: OrderMailKind, { orderId }: PaymentIntent): OutboxTask {
  return { kind, payload: { orderId }, dedupeKey: `${kind}:${orderId}` }
}

function unchanged(settlement: Settlement): Decided {
  return { settlement, availabilityChanged: false }
}
