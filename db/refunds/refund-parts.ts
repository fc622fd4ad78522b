import type { OrderId, RefundId } from '#domain/ids.ts'
import type { Kysely } from 'kysely'
import type { RefundChoice, RefundedParts } from '#domain/refunds/refund-price.ts'
import type { RefundState } from '#domain/refunds/refund.ts'
import type { Database } from '#db/schema.ts'

/** Records what a refund is for. Insert the refund first, in the same transaction. */
export async function insertRefundParts(
  tx: Kysely<Database>,
  { refundId, orderId }: { refundId: RefundId; orderId: OrderId },
  { items, shipping }: RefundChoice,
): Promise<void> {
  const units = items.map(({ position, quantity }) => ({ line_position: position, quantity }))
  const parts = [...units, ...(shipping ? [{ line_position: null, quantity: 1 }] : [])]
  if (parts.length === 0) return
  const rows = parts.map((row, part) => ({ ...row, refund_id: refundId, order_id: orderId, part }))
  await tx.insertInto('refund_parts').values(rows).execute()
}

/** Refunds that count as made; as in `leftToRefund`, one that is unconfirmed or failed does not. */
const COUNTED: RefundState[] = ['asked', 'done']

/** What the refunds of an order were for, as far as they were made or wait for the gateway. */
export async function findRefundedParts(db: Kysely<Database>, orderId: OrderId): Promise<RefundedParts> {
  const parts = await db
    .selectFrom('refund_parts')
    .innerJoin('refunds', 'refunds.id', 'refund_parts.refund_id')
    .select(['line_position as position', 'quantity'])
    .where('refund_parts.order_id', '=', orderId)
    .where('refunds.state', 'in', COUNTED)
    .execute()
  const units = new Map<number, number>()
  for (const { position, quantity } of parts) {
    if (position !== null) units.set(position, (units.get(position) ?? 0) + quantity)
  }
  return { units, shipping: parts.some(({ position }) => position === null) }
}
