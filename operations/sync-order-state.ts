import { moveOrder, incrementVersion } from '#db/orders/move-order.ts'
import { updateFulfilment } from '#db/refunds/fulfilment-status.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Payment } from '#domain/checkout/payment.ts'
import type { OrderId } from '#domain/ids.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import { countedMoney } from '#domain/refunds/counted-money.ts'
import { isDerivedState, derivedState, type Refund } from '#domain/refunds/refund.ts'

/**
 * Brings a locked order up to date after its shipments or the units to send changed: its fulfilment status, and the
 * state that follows from it. Always gives it a new version. An order in any other state keeps it.
 */
export async function syncOrderState(
  tx: Tx,
  {
    id,
    state,
    payments,
    refunds,
  }: { id: OrderId; state: OrderState; payments: readonly Payment[]; refunds: readonly Refund[] },
  now: number,
): Promise<FulfilmentStatus> {
  const fulfilment = await updateFulfilment(tx, id)
  const derived = derivedState({ ...countedMoney(payments, refunds), fulfilment })
  if (isDerivedState(state) && mayBecome(state, derived)) await moveOrder(tx, { id, state }, derived, now)
  else await incrementVersion(tx, id, now)
  return fulfilment
}
