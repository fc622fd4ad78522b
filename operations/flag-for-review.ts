import { moveOrder, incrementVersion } from '#db/orders/move-order.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import type { OrderMailKind } from '#domain/outbox/task-kinds.ts'

/**
 * Marks an order as needing attention, with a mail to the owner that gives the reason, once for each `about`. An order
 * that already needs attention gets a new version, so that changes made on the old one are refused.
 */
export async function flagForReview(
  tx: Tx,
  order: { id: OrderId; state: OrderState },
  { kind, about, payload, now }: { kind: OrderMailKind; about: string; payload: object; now: number },
): Promise<void> {
  if (mayBecome(order.state, 'needs-attention')) await moveOrder(tx, order, 'needs-attention', now)
  else await incrementVersion(tx, order.id, now)
  const mail = { orderId: order.id, ...payload, id: `${kind}-${about}` }
  await enqueue(tx, [{ kind, payload: mail, dedupeKey: `${kind}:${about}` }], now)
}
