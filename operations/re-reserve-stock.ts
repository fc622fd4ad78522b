import type { CartItem } from '#domain/checkout/cart.ts'
import { takeStock } from '#db/catalog/stock.ts'
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
  return takeStock(tx, units, { reason: 'sold', by, orderId, at })
}
