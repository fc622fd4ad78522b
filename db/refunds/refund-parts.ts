import type { OrderId, RefundId } from '#domain/ids.ts'
import type { Kysely } from 'kysely'
import { findCountedParts, type CountedPart } from '#db/orders/refunded-units.ts'
import type { SplitUnits } from '#domain/orders/fulfilment.ts'
import { choiceOf } from '#domain/refunds/divide-refunds.ts'
import type { RefundChoice, RefundedParts } from '#domain/refunds/refund-price.ts'
import { unassignedUnits } from '#domain/refunds/refunded-units.ts'
import type { Database } from '#db/schema.ts'

/** Records what a refund is for. Insert the refund first, in the same transaction. */
export async function insertRefundParts(
  tx: Kysely<Database>,
  { refundId, orderId }: { refundId: RefundId; orderId: OrderId },
  { items, shipping }: { items: readonly SplitUnits[]; shipping: boolean },
): Promise<void> {
  const { which } = await findRefundedParts(tx, orderId)
  const units = items.map(({ position, quantity, sent }) => ({
    line_position: position,
    quantity,
    sent,
    units: JSON.stringify(unassignedUnits(which.get(position) ?? [], quantity)),
  }))
  const parts = [...units, ...(shipping ? [{ line_position: null, quantity: 1, sent: 0, units: null }] : [])]
  if (parts.length === 0) return
  const rows = parts.map((row, part) => ({ ...row, refund_id: refundId, order_id: orderId, part }))
  await tx.insertInto('refund_parts').values(rows).execute()
}

/** What the refunds of an order were for, as far as they were made or wait for the gateway. */
export async function findRefundedParts(
  db: Kysely<Database>,
  orderId: OrderId,
): Promise<ReturnType<typeof addUp>> {
  const parts = (await findRefundedPartsOf(db, [orderId])).get(orderId)
  return parts ?? addUp([])
}

/** What the refunds of each of these orders were for. Orders without such refunds are left out. */
export async function findRefundedPartsOf(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, ReturnType<typeof addUp>>> {
  const byOrder = await findCountedParts(db, orderIds)
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

/** Which units the refunds of an order returned that count. */
export async function findRefundedUnits(
  db: Kysely<Database>,
  orderId: OrderId,
): Promise<Map<RefundId, Map<number, readonly number[]>>> {
  const byRefund = Map.groupBy(
    (await findCountedParts(db, [orderId])).get(orderId) ?? [],
    ({ refundId }) => refundId,
  )
  return new Map([...byRefund].map(([id, parts]) => [id, addUp(parts).which]))
}

function addUp(parts: readonly CountedPart[]): RefundedParts & { which: Map<number, readonly number[]> } {
  const [units, sent] = [new Map<number, number>(), new Map<number, number>()]
  const which = new Map<number, readonly number[]>()
  for (const part of parts) {
    const { position } = part
    if (position === null) continue
    which.set(position, [...(which.get(position) ?? []), ...part.which])
    units.set(position, (units.get(position) ?? 0) + part.quantity)
    sent.set(position, (sent.get(position) ?? 0) + part.sent)
  }
  return { units, sent, which, shipping: parts.some(({ position }) => position === null) }
}
