import { moveOrder, raiseVersion } from '#db/orders/move-order.ts'
import { updateFulfilment } from '#db/refunds/fulfilment-status.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import { isStanding, standingState, type Refund } from '#domain/refunds/refund.ts'

/**
 * Brings a locked order up to date after its shipments or the units to send changed: its fulfilment status, and the
 * state that follows from it. Always gives it a new version. An order in any other state keeps it.
 */
export async function syncStanding(
  tx: Tx,
  {
    id,
    state,
    received,
    refunds,
  }: { id: OrderId; state: OrderState; received: Cents; refunds: readonly Refund[] },
  now: number,
): Promise<FulfilmentStatus> {
  const fulfilment = await updateFulfilment(tx, id)
  const standing = standingState({ received, refunds, fulfilment })
  if (isStanding(state) && mayBecome(state, standing)) await moveOrder(tx, { id, state }, standing, now)
  else await raiseVersion(tx, id, now)
  return fulfilment
}
