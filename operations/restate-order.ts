import { moveOrder } from '#db/move-order.ts'
import type { Engine } from '#db/engine.ts'
import { lockingOrders } from '#db/orders.ts'
import { findReceived, findRefunds } from '#db/refunds.ts'
import type { Tx } from '#db/transact.ts'
import { mayBecome, type OrderState } from '#domain/order.ts'
import { returnedSoFar, standingState } from '#domain/refund.ts'

/** An order that is locked until the transaction ends. */
export interface LockedOrder {
  id: string
  state: OrderState
  isFulfilled: boolean
}

/** Locks an order whose money is about to change. */
export async function lockOrderForMoney(tx: Tx, engine: Engine, id: string): Promise<LockedOrder> {
  const { state, fulfilled_at } = await lockingOrders(tx, engine)
    .select(['state', 'fulfilled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, state: state as OrderState, isFulfilled: fulfilled_at !== null }
}

/**
 * Brings payment and order in line with the money that has gone. What a person must look at stays so until they have.
 */
export async function restateOrder(tx: Tx, order: LockedOrder, now: number): Promise<void> {
  const { isWhole, standing } = await restatePayment(tx, order, now)
  const isClosed = order.state === 'cancelled' || (order.state === 'needs-attention' && !isWhole)
  if (!isClosed && mayBecome(order.state, standing)) await moveOrder(tx, order, standing, now)
}

/** Brings the payment alone in line, and answers how the order stands by its money. */
export async function restatePayment(
  tx: Tx,
  order: LockedOrder,
  now: number,
): Promise<{ isWhole: boolean; standing: OrderState }> {
  const { received } = await findReceived(tx, order.id)
  const refunds = await findRefunds(tx, order.id)
  const isWhole = returnedSoFar(refunds) >= received
  await tx
    .updateTable('payments')
    .set({ state: isWhole ? 'refunded' : 'succeeded', updated_at: now })
    .where('order_id', '=', order.id)
    .execute()
  return { isWhole, standing: standingState({ received, refunds, isFulfilled: order.isFulfilled }) }
}
