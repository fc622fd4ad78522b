import type { OrderId } from '#domain/ids.ts'
import { addCents } from '#domain/money.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import type { SharedContent } from '#domain/refunds/order-parts.ts'
import type { ChosenShipping } from '#domain/checkout/shipping/order-shipping.ts'
import { shippingColumns } from './write-order.ts'
import type { Tx } from '#db/engine/transact.ts'
import { markSalesForRecount } from '#db/orders/mark-sales-for-recount.ts'
import { incrementVersion } from './move-order.ts'
import { rewriteAdjustments, totalColumns } from './order-content.ts'

/**
 * Writes the lines of an order that differ from what they were, and the amounts that follow. Lines are only
 * removed by removeAddedLines: refunds refer to them. Lock the order first.
 */
export async function writeItems(
  tx: Tx,
  id: OrderId,
  before: readonly OrderLine[],
  { sent, ...content }: Required<SharedContent> & { sent: ChosenShipping | null | 'none' },
  now: number,
): Promise<void> {
  const { lines, adjustments } = content
  for (const [position, line] of lines.entries()) {
    if (JSON.stringify(before[position]) === JSON.stringify(line)) continue
    const columns = {
      product_id: line.productId,
      name: line.name,
      size: line.size,
      unit_price_cents: line.unitPrice,
      quantity: line.quantity,
      picture_key: line.pictureKey,
      weight_grams: line.weight ?? null,
      hs_code: line.hsCode ?? '',
      origin_country: line.origin ?? '',
      tax_free: Number(line.taxFree ?? false),
      category: line.category ?? '',
      is_reduced: Number(line.isReduced ?? false),
      ships_on: line.shipsOn ?? null,
      awaited: Number(line.isAwaited ?? false),
    }
    await (position < before.length
      ? tx
          .updateTable('order_lines')
          .set(columns)
          .where('order_id', '=', id)
          .where('position', '=', position)
          .execute()
      : tx
          .insertInto('order_lines')
          .values({ order_id: id, position, ...columns })
          .execute())
  }
  const subtotal = addCents(lines.map(orderLinePrice))
  const total = addCents([subtotal, ...adjustments.map(({ amount }) => amount)])
  const moved = sent !== null &&
    sent !== 'none' && { delivery: sent.delivery, ...shippingColumns(sent.shipping) }
  await incrementVersion(tx, id, now, { ...totalColumns({ subtotal, adjustments, total }), ...moved })
  await rewriteAdjustments(tx, id, content)
}

/** Whether a parcel, a pickup or a refund refers to a line that a change had added at the end. */
export async function areAddedLinesUsed(tx: Tx, id: OrderId, from: number): Promise<boolean> {
  for (const table of ['order_shipment_lines', 'order_pickups', 'refund_parts'] as const) {
    const used = await tx
      .selectFrom(table)
      .select('line_position')
      .where('order_id', '=', id)
      .where('line_position', '>=', from)
      .limit(1)
      .executeTakeFirst()
    if (used) return true
  }
  return false
}

/** Removes the lines that a change had added at the end. Check `areAddedLinesUsed`, and write the adjustments first. */
export async function removeAddedLines(tx: Tx, id: OrderId, from: number): Promise<void> {
  await tx.deleteFrom('order_lines').where('order_id', '=', id).where('position', '>=', from).execute()
  await markSalesForRecount(tx, id)
}
