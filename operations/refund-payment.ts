import { moveOrder } from '#db/move-order.ts'
import { recordEvent } from '#db/order-events.ts'
import { enqueue } from '#db/outbox.ts'
import { lockingOrders } from '#db/orders.ts'
import { findReceived, findRefunds } from '#db/refunds.ts'
import { transact, type Tx } from '#db/transact.ts'
import type { Cents } from '#domain/money.ts'
import { mayBecome, type OrderState } from '#domain/order.ts'
import { returnedSoFar, standingState, type RefundState } from '#domain/refund.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import type { Shop } from './shop.ts'

/** One refund of one order. */
export interface RefundTask {
  orderId: string
  refundId: string
}

/**
 * Has the gateway make one refund, once however often it is asked, and writes into the order what became of it. Throws
 * when the gateway could not be reached: the outbox tries again. What the gateway refuses is brought to a person.
 */
export async function refundPayment(shop: Shop, task: RefundTask): Promise<void> {
  const { db } = shop.database
  const refund = await db
    .selectFrom('refunds')
    .select(['amount_cents as amount', 'state', 'idempotency_key as idempotencyKey'])
    .where('id', '=', task.refundId)
    .executeTakeFirstOrThrow()
  if (refund.state !== 'asked') return
  const { intentId } = await findReceived(db, task.orderId)
  if (intentId === null) return failRefund(shop, task, 'The shop does not know which payment this was.')
  const { idempotencyKey } = refund
  let made: { id: string }
  try {
    made = await shop.gateway.refund({ intentId, amount: refund.amount as Cents, idempotencyKey })
  } catch (error) {
    if (!(error instanceof GatewayError) || error.temporary) throw error
    shop.log.error('The gateway refused a refund', error, { ...task })
    return failRefund(shop, task, error.message)
  }
  await finish(shop, task, { state: 'done', gatewayRefundId: made.id }, async (tx, order) => {
    const amount = refund.amount
    await recordEvent(tx, order.id, shop.now(), 'money-returned', { intentId, amount }, 'gateway')
    const { received } = await findReceived(tx, order.id)
    const refunds = await findRefunds(tx, order.id)
    const isWhole = returnedSoFar(refunds) >= received
    const state = isWhole ? 'refunded' : 'succeeded'
    await tx
      .updateTable('payments')
      .set({ state, updated_at: shop.now() })
      .where('order_id', '=', order.id)
      .execute()
    const standing = standingState({ received, refunds, isFulfilled: order.isFulfilled })
    const isClosed = order.state === 'cancelled' || (order.state === 'needs-attention' && !isWhole)
    if (!isClosed && mayBecome(order.state, standing)) await moveOrder(tx, order, standing, shop.now())
    if (order.state === 'cancelled' || order.state === 'refunded') return
    const payload = { ...task, id: `order-refunded-${task.refundId}` }
    const mail = { kind: 'order-refunded', payload, dedupeKey: `order-refunded:${task.refundId}` }
    await enqueue(tx, [mail], shop.now())
  })
}

/** Writes down that the gateway will not make this refund: nothing was returned, and a person must see to it. */
function failRefund(shop: Shop, task: RefundTask, failure: string): Promise<void> {
  return bringToPerson(shop, task, 'failed', failure)
}

/** Writes down that the gateway never answered: nobody here knows whether the money went back, and a person must look. */
export function giveUpRefund(shop: Shop, task: RefundTask, failure: string): Promise<void> {
  return bringToPerson(shop, task, 'unconfirmed', failure)
}

async function bringToPerson(
  shop: Shop,
  task: RefundTask,
  state: Extract<RefundState, 'failed' | 'unconfirmed'>,
  failure: string,
): Promise<void> {
  await finish(shop, task, { state, failure }, async (tx, order) => {
    const actor = state === 'failed' ? 'gateway' : 'system'
    await recordEvent(tx, order.id, shop.now(), `refund-${state}`, { failure }, actor)
    if (mayBecome(order.state, 'needs-attention')) {
      await moveOrder(tx, order, 'needs-attention', shop.now())
    }
    const alert = {
      kind: 'refund-failed-alert',
      payload: { ...task, id: `refund-failed-alert-${task.refundId}` },
      dedupeKey: `refund-failed:${task.refundId}`,
    }
    await enqueue(tx, [alert], shop.now())
  })
}

interface LockedOrder {
  id: string
  state: OrderState
  isFulfilled: boolean
}

/** Ends a refund that is still asked for, once. */
async function finish(
  shop: Shop,
  { orderId, refundId }: RefundTask,
  end: { state: RefundState; gatewayRefundId?: string; failure?: string },
  then: (tx: Tx, order: LockedOrder) => Promise<void>,
): Promise<void> {
  await transact(shop.database, async (tx) => {
    const order = await lockingOrders(tx, shop.database.engine)
      .select(['id', 'state', 'fulfilled_at'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { numUpdatedRows } = await tx
      .updateTable('refunds')
      .set({
        state: end.state,
        gateway_refund_id: end.gatewayRefundId ?? null,
        failure: end.failure ?? '',
        done_at: end.state === 'done' ? shop.now() : null,
      })
      .where('id', '=', refundId)
      .where('state', '=', 'asked' satisfies RefundState)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    const { id, state, fulfilled_at } = order
    await then(tx, { id, state: state as OrderState, isFulfilled: fulfilled_at !== null })
  })
}
