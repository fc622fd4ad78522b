import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { LOW_STOCK, LOW_STOCK_OF_SIZE } from '#domain/catalog/staff-list.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'
import type { Size } from '#domain/catalog/size.ts'

/**
 * Whether shoppers see a row of `products` at a time, by the rule of `publicationOf` (domain/catalog/product.ts). Lists
 * and carts use this expression; the indexes of the shop page contain every row that satisfies it.
 */
export function published(now: number): Expression<SqlBool> {
  const at = sql`cast(${now} as bigint)`
  return sql<SqlBool>`(products.archived_at is null and products.draft = 0
    and (products.published_from is null or products.published_from <= ${at})
    and (products.published_until is null or products.published_until > ${at}))`
}

/** The rule of `isOnSale` for rows of `products`, at a time: what orders may take. */
export function onSale(now: number): Expression<SqlBool> {
  return sql<SqlBool>`(${published(now)}
    and (products.sold_from is null or products.sold_from <= cast(${now} as bigint)))`
}

/** The first time after `now` at which a product is published, comes on sale or ends; null: none is planned. */
export async function findNextPublication(db: Kysely<Database>, now: number): Promise<number | null> {
  const next = (column: 'published_from' | 'sold_from' | 'published_until') =>
    db
      .selectFrom('products')
      .select((e) => e.fn.min(column).as('at'))
      .where(column, '>', now)
      .executeTakeFirst()
  const times = await Promise.all([next('published_from'), next('sold_from'), next('published_until')])
  const known = times.flatMap((row) => (row === undefined || row.at === null ? [] : [Number(row.at)]))
  return known.length === 0 ? null : Math.min(...known)
}

/** Whether a row of `products` was added or published within this many days. */
export function isNew(days: number, now: number): Expression<SqlBool> {
  const since = sql`cast(${now - days * DAY_MS} as bigint)`
  return sql<SqlBool>`(products.created_at > ${since} or products.published_from > ${since})`
}

/** The first time after `now` at which a product is no longer new; null: none is. */
export async function findNextNoLongerNew(
  db: Kysely<Database>,
  days: number,
  now: number,
): Promise<number | null> {
  const oldest = (column: 'created_at' | 'published_from') =>
    db
      .selectFrom('products')
      .select((e) => e.fn.min(column).as('at'))
      .where('archived_at', 'is', null)
      .where(column, '>', now - days * DAY_MS)
      .executeTakeFirst()
  const rows = await Promise.all([oldest('created_at'), oldest('published_from')])
  const times = rows.flatMap((row) => (row === undefined || row.at === null ? [] : [Number(row.at)]))
  return times.length === 0 ? null : Math.min(...times) + days * DAY_MS
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Gives products that staff have not deleted this schedule, unless they have it already. Returns which there are. They
 * are locked first, as `lockStock` does.
 */
export async function scheduleProducts(
  tx: Tx,
  ids: readonly ProductId[],
  { publicFrom, soldFrom }: { publicFrom: number; soldFrom: number },
): Promise<Set<ProductId>> {
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'published_from', 'sold_from'])
    .where(isAmong(tx, 'id', ids))
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const others = rows.filter((row) => row.published_from !== publicFrom || row.sold_from !== soldFrom)
  await tx
    .updateTable('products')
    .set({ published_from: publicFrom, sold_from: soldFrom, version: sql`version + 1` })
    .where(
      isAmong(
        tx,
        'id',
        others.map(({ id }) => id),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Those of these products that staff have not deleted. */
export async function findKeptProducts(
  db: Kysely<Database>,
  ids: readonly ProductId[],
): Promise<Set<ProductId>> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where(isAmong(db, 'id', ids))
    .where('archived_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The rule of `unitsLeft` (domain/catalog/product.ts), in a form whose selectivity the database can estimate. */
export function isAvailableInSize(size: Size): Expression<SqlBool> {
  return sql<SqlBool>`((products.stock is null or products.stock > 0) and exists (
    select 1 from product_sizes
    where product_sizes.product_id = products.id and product_sizes.size = ${size}
      and (product_sizes.stock is null or product_sizes.stock > 0)))`
}

/** The rule of `isOutOfStock` (domain/catalog/product.ts). */
export const outOfStock = sql<SqlBool>`(coalesce(products.stock, 1) = 0 or not exists (
  select 1 from product_sizes
  where product_sizes.product_id = products.id and coalesce(product_sizes.stock, 1) > 0))`

/** The rule of `isPreorder` (domain/catalog/preorder.ts). */
export const preorder = sql<SqlBool>`(exists (select 1 from preorders where preorders.product_id = products.id)
  and not exists (select 1 from product_sizes
    left join preorders on preorders.product_id = product_sizes.product_id and preorders.size = product_sizes.size
    where product_sizes.product_id = products.id
      and (product_sizes.stock is null or product_sizes.stock > coalesce(preorders.units, 0))))`

/**
 * A product that can still be bought, but is low on stock: in total, or in a size with a separate count. A size that is
 * sold out counts as low. `sizeLevel` (domain/catalog/stock-edit.ts) is the rule for one size.
 */
export const lowOnStock = sql<SqlBool>`((products.stock between 1 and ${sql.lit(LOW_STOCK)} or products.id in (
  select product_sizes.product_id from product_sizes
  where product_sizes.stock <= ${sql.lit(LOW_STOCK_OF_SIZE)})) and not ${outOfStock})`
