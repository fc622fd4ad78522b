import type { OrderId, RefundId } from '#domain/ids.ts'
import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { SplitUnits } from '#domain/orders/fulfilment.ts'
import { choiceOf } from '#domain/refunds/booked-refunds.ts'
import type { RefundChoice, RefundedParts } from '#domain/refunds/refund-price.ts'
import type { RefundState } from '#domain/refunds/refund.ts'
import type { Database } from '#db/schema.ts'

/** Records what a refund is for. Insert the refund first, in the same transaction. */
export async function insertRefundParts(
  tx: Kysely<Database>,
  { refundId, orderId }: { refundId: RefundId; orderId: OrderId },
  { items, shipping }: { items: readonly SplitUnits[]; shipping: boolean },
): Promise<void> {
  const units = items.map(({ position, quantity, sent }) => ({ line_position: position, quantity, sent }))
  const parts = [...units, ...(shipping ? [{ line_position: null, quantity: 1, sent: 0 }] : [])]
  if (parts.length === 0) return
  const rows = parts.map((row, part) => ({ ...row, refund_id: refundId, order_id: orderId, part }))
  await tx.insertInto('refund_parts').values(rows).execute()
}

/** Refunds that count as made; as in `leftToRefund`, one that is unconfirmed or failed does not. */
const COUNTED: RefundState[] = ['asked', 'done']

/** What the refunds of an order were for, as far as they were made or wait for the gateway. */
export async function findRefundedParts(db: Kysely<Database>, orderId: OrderId): Promise<RefundedParts> {
  const parts = (await findRefundedPartsOf(db, [orderId])).get(orderId)
  return parts ?? { units: new Map(), sent: new Map(), shipping: false }
}

/** What the refunds of each of these orders were for. Orders without such refunds are left out. */
export async function findRefundedPartsOf(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, RefundedParts>> {
  const rows = await db
    .selectFrom('refund_parts')
    .innerJoin('refunds', 'refunds.id', 'refund_parts.refund_id')
    .select(['refund_parts.order_id as orderId', 'line_position as position', 'quantity', 'sent'])
    .where(isAmong(db, 'refund_parts.order_id', orderIds))
    .where('refunds.state', 'in', COUNTED)
    .execute()
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map([...byOrder].map(([orderId, parts]) => [orderId, addUp(parts)]))
}

/** What each refund of an order was for. Refunds of another sum are left out. */
export async function findRefundChoices(
  db: Kysely<Database>,
  orderId: OrderId,
): Promise<Map<RefundId, RefundChoice>> {
  const rows = await db
    .selectFrom('refund_parts')
    .select(['refund_id', 'line_position as position', 'quantity', 'sent'])
    .where('order_id', '=', orderId)
    .orderBy('part')
    .execute()
  const byRefund = Map.groupBy(rows, ({ refund_id }) => refund_id)
  return new Map(
    [...byRefund].map(([id, parts]) => [
      id,
      choiceOf(parts.map(({ position, quantity, sent }) => ({ position, quantity, sent }))),
    ]),
  )
}

function addUp(parts: readonly { position: number | null; quantity: number; sent: number }[]): RefundedParts {
  const [units, sent] = [new Map<number, number>(), new Map<number, number>()]
  for (const part of parts) {
    const { position } = part
    if (position === null) continue
    units.set(position, (units.get(position) ?? 0) + part.quantity)
    sent.set(position, (sent.get(position) ?? 0) + part.sent)
  }
  return { units, sent, shipping: parts.some(({ position }) => position === null) }
}
