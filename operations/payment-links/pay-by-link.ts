import { findPaymentLink } from '#db/payment-links/payment-links.ts'
import { discardIntent, reopenCardPayment, reopenLinkPayment } from '#db/checkout/payments.ts'
import { findOrder, lockingOrders } from '#db/orders/orders.ts'
import { transact } from '#db/engine/transact.ts'
import { isBalanceDue, isPayable, type PaymentLink } from '#domain/checkout/payment-link.ts'
import { toPaymentLinkId, type DrawEntryId, type PaymentId, type PaymentLinkId } from '#domain/ids.ts'
import type { Order } from '#domain/orders/order.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { findOrderWait } from '#operations/checkout/payments/decline-limits.ts'
import { addressInKey, requestPayment } from '#operations/checkout/request-payment.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { openEntry } from '#operations/draws/enter-draw.ts'
import { linkSubject } from '#operations/order-link.ts'
import type { Shop } from '#operations/shop.ts'

/** What a payment link shows its customer. `cancelled`: closed by staff, with the balance still due. */
export interface OpenedLink {
  state: 'payable' | 'expired' | 'cancelled' | 'paid' | 'settled'
  link: PaymentLink
  order: Order
}

/** What a link to what was won in a draw shows its winner. */
export interface OpenedWin {
  state: 'payable' | 'expired' | 'paid'
  link: Pick<PaymentLink, 'amount' | 'expiresAt'> & { id: DrawEntryId }
  order: Order
}

/** What was won in a draw, for the holder of its key; null for anyone else. */
export async function openWin(shop: Shop, name: string, key: string): Promise<OpenedWin | null> {
  const opened = await openEntry(shop, `${name}.${key}`)
  if (!opened?.order) return null
  const { entry, order, payBy, state } = opened
  const isPayable = state === 'won' && payBy !== null && shop.now() < payBy
  return {
    state: isPayable ? 'payable' : state === 'paid' ? 'paid' : 'expired',
    link: { id: entry.id, amount: order.total, expiresAt: payBy ?? 0 },
    order,
  }
}

/** A link with its order, for the holder of its key; null for anyone else. */
export async function openPaymentLink(shop: Shop, name: string, key: string): Promise<OpenedLink | null> {
  const id = toPaymentLinkId(name)
  const { db } = shop.database
  const link = await findPaymentLink(db, id)
  const order = link && (await findOrder(db, link.orderId))
  if (!order || !shop.signedLinks.opens(key, 'payment-link', linkSubject(id, order))) return null
  return { state: stateOf(link, shop.now()), link, order }
}

function stateOf(link: PaymentLink, now: number): OpenedLink['state'] {
  if (link.state === 'paid') return 'paid'
  if (isPayable(link, now)) return 'payable'
  if (!isBalanceDue(link.state)) return 'settled'
  return link.state === 'cancelled' ? 'cancelled' : 'expired'
}

/** The answer to a customer who presses Pay. */
export type LinkPayment =
  | { kind: 'requested'; clientSecret: string }
  | { kind: 'unknown-link' }
  /** The link was paid, closed or has expired: the page says which. */
  | { kind: 'not-payable' }
  /** Too many cards were declined. */
  | { kind: 'too-many-declines'; waitSeconds: number }
  | { kind: 'unavailable' }

/** Makes sure that the gateway has a payment for the link that can be paid, one at a time. */
export async function payByLink(shop: Shop, name: string, key: string): Promise<LinkPayment> {
  const balance = await openPaymentLink(shop, name, key)
  const opened = balance ?? (await openWin(shop, name, key))
  if (!opened) return { kind: 'unknown-link' }
  if (opened.state !== 'payable') return { kind: 'not-payable' }
  const { order } = opened
  const waitSeconds = await findOrderWait(shop, order.id)
  if (waitSeconds !== null) return { kind: 'too-many-declines', waitSeconds }
  try {
    return await (balance ? requestLinkPayment(shop, balance) : requestWinPayment(shop, order))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    shop.log.error('A call to the payment gateway failed', error, { orderId: order.id })
    return { kind: 'unavailable' }
  }
}

async function requestLinkPayment(
  shop: Shop,
  { link, order }: Pick<OpenedLink, 'link' | 'order'>,
): Promise<LinkPayment> {
  const { orderId, paymentId, amount } = link
  const { email } = order.customer
  const known = await readPayment(shop, paymentId)
  if (known.intentId !== null) {
    const intent = await shop.gateway.findIntent(known.intentId)
    if (intent?.state === 'succeeded') {
      await settlePayment(shop, intent)
      return { kind: 'not-payable' }
    }
    if (intent && intent.state !== 'canceled' && known.state === 'open') {
      return { kind: 'requested', clientSecret: intent.clientSecret }
    }
  }
  const { attempt } =
    known.intentId !== null || known.state !== 'open' ? await reopen(shop, link, known.attempt) : known
  const intent = await shop.gateway.createIntent({
    orderId,
    amount,
    idempotencyKey: `${paymentId}-${attempt}-${addressInKey(email)}`,
    about: { shop: shop.id, orderNumber: order.number, email },
  })
  if (await remember(shop, link.id, { paymentId, attempt, intent })) {
    return { kind: 'requested', clientSecret: intent.clientSecret }
  }
  // Closed in the meantime; or two requests at once, of which the other one has stored the same payment.
  const now = await readPayment(shop, paymentId)
  if (now.intentId !== intent.id) await shop.gateway.cancelIntent(intent.id)
  return { kind: 'not-payable' }
}

/** A payment that was cancelled, after too many declined cards, is followed by another one. */
async function requestWinPayment(shop: Shop, { id: orderId, total }: Order): Promise<LinkPayment> {
  const payments = shop.database.db.selectFrom('payments').select('intent_id as intentId')
  const { intentId } = await payments.where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const intent = intentId === null ? null : await shop.gateway.findIntent(intentId)
  if (intentId !== null && (intent === null || intent.state === 'canceled')) {
    await transact(shop.database, async (tx) => {
      await lockingOrders(tx).select('id').where('id', '=', orderId).execute()
      const gateway = shop.gateway.name
      await discardIntent(tx, { orderId, intentId, gateway })
      await reopenCardPayment(tx, { orderId, amount: total, placedFrom: '', gateway, now: shop.now() })
    })
  }
  const requested = await requestPayment(shop, orderId)
  return requested.kind === 'already-paid' ? { kind: 'not-payable' } : requested
}

async function readPayment({ database }: Shop, id: PaymentId) {
  return database.db
    .selectFrom('payments')
    .select(['intent_id as intentId', 'state', 'attempt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Detaches a gateway payment that can no longer be paid, once, however many requests notice it. */
async function reopen(shop: Shop, { orderId, paymentId }: PaymentLink, seen: number) {
  return transact(shop.database, async (tx) => {
    await lockingOrders(tx).select('id').where('id', '=', orderId).execute()
    const payments = tx.selectFrom('payments').select(['attempt', 'state']).where('id', '=', paymentId)
    const { attempt } = await payments.executeTakeFirstOrThrow()
    if (attempt === seen) {
      await reopenLinkPayment(tx, { id: paymentId, gateway: shop.gateway.name, now: shop.now() })
    }
    return payments.executeTakeFirstOrThrow()
  })
}

/** Stores the gateway's payment; false when the link was closed in the meantime, or has another one. */
async function remember(
  shop: Shop,
  id: PaymentLinkId,
  {
    paymentId,
    attempt,
    intent,
  }: { paymentId: PaymentId; attempt: number; intent: { id: string; clientSecret: string; amount: number } },
): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const link = await findPaymentLink(tx, id)
    if (!link) return false
    await lockingOrders(tx).select('id').where('id', '=', link.orderId).execute()
    const current = await findPaymentLink(tx, id)
    const now = shop.now()
    if (!current || !isPayable(current, now)) return false
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set({
        intent_id: intent.id,
        client_secret: intent.clientSecret,
        asked_cents: current.amount,
        updated_at: now,
      })
      .where('id', '=', paymentId)
      .where('attempt', '=', attempt)
      .where('state', '=', 'open')
      .where((e) => e.or([e('intent_id', 'is', null), e('intent_id', '=', intent.id)]))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })
}
