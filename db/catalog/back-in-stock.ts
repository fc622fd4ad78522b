import { sql, type Kysely } from 'kysely'
import { outOfStock, preorder, published } from './on-sale.ts'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'

/**
 * The movements with which something came back: the first line is the condition of an index (migration 132), the last
 * ones leave out what was not counted before, or was not there.
 */
const CAME_BACK = sql<boolean>`(stock_movements.delta > 0 and stock_movements.count_after = stock_movements.delta
  and stock_movements.reason in ('returned', 'restocked', 'counted', 'received', 'corrected', 'imported')
  and (select earlier.count_after from stock_movements as earlier
    where earlier.product_id = stock_movements.product_id and earlier.id < stock_movements.id
    and coalesce(earlier.size, '') = coalesce(stock_movements.size, '')
    order by earlier.id desc limit 1) = 0)`

/**
 * Up to `limit` products that can be bought and were sold out, in whole or in a size, until some time after `since`:
 * the last to come back first.
 */
export async function findBackInStock(
  db: Kysely<Database>,
  { since, limit, now }: { since: number; limit: number; now: number },
): Promise<ProductId[]> {
  const rows = await db
    .selectFrom('stock_movements')
    .innerJoin('products', 'products.id', 'stock_movements.product_id')
    .select(['products.id', (e) => e.fn.max('stock_movements.at').as('backAt')])
    .where(CAME_BACK)
    .where('stock_movements.at', '>', since)
    .where(published(now))
    .where(sql<boolean>`not ${outOfStock}`)
    .where(sql<boolean>`not ${preorder}`)
    .groupBy('products.id')
    .orderBy('backAt', 'desc')
    .orderBy('products.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** When the first thing after `since` came back; null: nothing did. */
export async function findFirstBack(db: Kysely<Database>, since: number): Promise<number | null> {
  const row = await db
    .selectFrom('stock_movements')
    .select((e) => e.fn.min('at').as('at'))
    .where(CAME_BACK)
    .where('at', '>', since)
    .executeTakeFirst()
  return row === undefined || row.at === null ? null : Number(row.at)
}
