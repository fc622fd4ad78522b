import type { CartItem } from '#domain/checkout/cart.ts'
import { takeStock } from '#db/catalog/stock.ts'
import { markPreordered } from '#db/stock/preorders.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { StockChange } from '#domain/stock/stock-change.ts'
import type { OrderId } from '#domain/ids.ts'

/**
 * Takes the units of an order out of stock again, after they were released. Null when they are no longer available.
 */
export async function reReserveStock(
  tx: Tx,
  orderId: OrderId,
  { by, at }: Pick<StockChange, 'by' | 'at'>,
): Promise<{ soldOut: boolean } | null> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['product_id as productId', 'size', (e) => e.fn.sum<number>('quantity').as('quantity')])
    .where('order_id', '=', orderId)
    .groupBy(['product_id', 'size'])
    .execute()
  const units = lines.map((line): CartItem => ({
    ...line,
    quantity: Number(line.quantity),
  }))
  const taken = await takeStock(tx, units, { reason: 'sold', by, orderId, at })
  // They may be among those that are still to come now, or not any more.
  if (taken !== null) await markPreordered(tx, orderId)
  return taken
}
