import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'

/** What a product has beside its row, and what nothing personal is in. */
const OF_PRODUCTS = [
  'product_sizes',
  'preorders',
  'pictures',
  'product_prices',
  'product_search',
  'item_codes',
] as const satisfies (keyof Database)[]

/** A reader of one database and a writer of another one, with the tables of the same version. */
export interface CopyBetween {
  from: Kysely<Database>
  to: Kysely<Database>
}

/**
 * Copies products as they are, on sale from now on, with an opening of their stock ledger. Returns which there were:
 * none that was deleted.
 */
export async function copyProducts(
  { from, to }: CopyBetween,
  ids: readonly ProductId[],
  now: number,
): Promise<ProductId[]> {
  if (ids.length === 0) return []
  const products = await from
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
  const found = products.map(({ id }) => id)
  if (found.length === 0) return []
  await to
    .insertInto('products')
    .values(products.map((row) => ({ ...row, draft: 0, published_from: null, sold_from: null }) as never))
    .execute()
  for (const table of OF_PRODUCTS) {
    const rows = await from
      .selectFrom(table as 'pictures')
      .selectAll()
      .where('product_id', 'in', found)
      .execute()
    if (rows.length > 0)
      await to
        .insertInto(table as 'pictures')
        .values(rows)
        .execute()
  }
  await to
    .insertInto('stock_movements')
    .columns(['product_id', 'size', 'delta', 'count_after', 'reason', 'actor', 'at'])
    .expression(
      sql`select id, null, stock, stock, 'opening', 'system', cast(${now} as bigint) from products where stock is not null
        union all select product_id, size, stock, stock, 'opening', 'system', cast(${now} as bigint)
        from product_sizes where stock is not null` as never,
    )
    .execute()
  return found
}

/** Copies the latest version of each setting but one, without who saved it. */
export async function copySettings({ from, to }: CopyBetween, but: string): Promise<void> {
  const rows = await from
    .selectFrom('shop_settings')
    .selectAll()
    .where('name', '!=', but)
    .where((e) =>
      e(
        'version',
        '=',
        e
          .selectFrom('shop_settings as other')
          .select((of) => of.fn.max('other.version').as('latest'))
          .whereRef('other.name', '=', 'shop_settings.name'),
      ),
    )
    .execute()
  for (const row of rows)
    await to
      .insertInto('shop_settings')
      .values({ ...row, changed_by: null })
      .execute()
}
