import type { Kysely } from 'kysely'
import type { PricePeriod } from '#domain/catalog/price-history.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Database } from '#db/schema.ts'

/** Writes down that a product has this price from now on. */
export async function recordPrice(
  db: Kysely<Database>,
  id: ProductId,
  { price, compareAt }: Pick<Product, 'price' | 'compareAt'>,
  now: number,
): Promise<void> {
  const values = { price_cents: price, compare_at_cents: compareAt }
  await db
    .insertInto('product_prices')
    .values({ product_id: id, since: now, ...values })
    .onConflict((same) => same.columns(['product_id', 'since']).doUpdateSet(values))
    .execute()
}

/** The prices that a product had, oldest first. */
export async function listPrices(db: Kysely<Database>, id: ProductId): Promise<PricePeriod[]> {
  return db
    .selectFrom('product_prices')
    .select(['since', 'price_cents as price', 'compare_at_cents as compareAt'])
    .where('product_id', '=', id)
    .orderBy('since')
    .execute()
}

/** The prices that each of these products had, in no order. */
export async function listPricesOf(
  db: Kysely<Database>,
  ids: readonly ProductId[],
): Promise<Map<ProductId, { price: Cents }[]>> {
  const rows = await db
    .selectFrom('product_prices')
    .select(['product_id as id', 'price_cents as price'])
    .where('product_id', 'in', ids)
    .execute()
  return Map.groupBy(rows, ({ id }) => id)
}
