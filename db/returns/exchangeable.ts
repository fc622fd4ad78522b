import type { Kysely } from 'kysely'
import { onSale } from '#db/catalog/on-sale.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'

/** Products that customers choose from when they exchange a piece. */
const MAX_OFFERED = 30

/** The newest products of these categories that are on sale, without gift cards. */
export async function findExchangeable(
  db: Kysely<Database>,
  categories: readonly string[],
  now: number,
): Promise<ProductId[]> {
  if (categories.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where(onSale(now))
    .where('gift_amounts', '=', '')
    .where(isAmong(db, 'category', categories))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_OFFERED)
    .execute()
  return rows.map(({ id }) => id)
}
