import type { OrderId } from '#domain/ids.ts'
import { addCents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import type { Tx } from '#db/engine/transact.ts'
import { raiseVersion } from './move-order.ts'
import { rewriteAdjustments, totalColumns } from './order-content.ts'

/**
 * Writes the lines of an order that differ from what they were, and the amounts that follow. A line is never removed:
 * refunds refer to it. Lock the order first.
 */
export async function writeItems(
  tx: Tx,
  id: OrderId,
  before: readonly OrderLine[],
  { lines, adjustments }: { lines: readonly OrderLine[]; adjustments: readonly Adjustment[] },
  now: number,
): Promise<void> {
  for (const [position, line] of lines.entries()) {
    if (JSON.stringify(before[position]) === JSON.stringify(line)) continue
    const columns = {
      product_id: line.productId,
      name: line.name,
      size: line.size,
      unit_price_cents: line.unitPrice,
      quantity: line.quantity,
      picture_key: line.pictureKey,
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
  await raiseVersion(tx, id, now, totalColumns({ subtotal, adjustments, total }))
  await rewriteAdjustments(tx, id, adjustments)
}
