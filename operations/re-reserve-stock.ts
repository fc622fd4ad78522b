import { sql } from 'kysely'
import { lockProducts, type StockUnits } from '#db/catalogue/stock.ts'
import { takeStock } from '#db/catalogue/take-stock.ts'
import type { Tx } from '#db/engine/transact.ts'

/**
 * Takes the pieces of an order out of the count once more: what was given back may still be there. Null when it is not.
 * The savepoint keeps a half-taken cart out of the books.
 */
export async function reReserveStock(tx: Tx, orderId: string): Promise<{ soldOut: boolean } | null> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['product_id as productId', 'size', (e) => e.fn.sum<number>('quantity').as('quantity')])
    .where('order_id', '=', orderId)
    .groupBy(['product_id', 'size'])
    .execute()
  const units = lines.map((line): StockUnits => ({
    ...line,
    quantity: Number(line.quantity),
  }))
  await lockProducts(tx, units)
  await sql`savepoint held_again`.execute(tx)
  const taken = await takeStock(tx, units)
  await (taken ? sql`release savepoint held_again` : sql`rollback to savepoint held_again`).execute(tx)
  return taken
}
