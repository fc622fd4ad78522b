import { moveOrder, raiseVersion } from '#db/orders/move-order.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Tx } from '#db/engine/transact.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import type { OrderMailKind } from '#domain/outbox/task-kinds.ts'

/**
 * Brings an order to a person, with a mail that tells the owner why: one for each `about`. An order that waits for
 * somebody already is marked as changed, so that they look again.
 */
export async function flagForReview(
  tx: Tx,
  order: { id: string; state: OrderState },
  { kind, about, payload, now }: { kind: OrderMailKind; about: string; payload: object; now: number },
): Promise<void> {
  if (mayBecome(order.state, 'needs-attention')) await moveOrder(tx, order, 'needs-attention', now)
  else await raiseVersion(tx, order.id, now)
  const mail = { orderId: order.id, ...payload, id: `${kind}-${about}` }
  await enqueue(tx, [{ kind, payload: mail, dedupeKey: `${kind}:${about}` }], now)
}
