import { sql, type Kysely } from 'kysely'
import { engineOf } from '#db/engine/engine.ts'
import type { Database } from '#db/schema.ts'
import type { Category, ShopCategory } from '#domain/catalog/category.ts'
import { normalizeSearch } from '#domain/catalog/search/search.ts'

/** The advisory lock between changing the categories and saving products in them; any number will do. */
const CATEGORIES_LOCK = 20_140_051

/**
 * Until the transaction ends, no product is saved in a category that is being removed. Whoever saves one has locked it
 * before, so whoever changes the categories locks all products first, in the order of `lockStock`. On SQLite one
 * transaction writes at a time.
 */
export async function lockCategories(
  tx: Kysely<Database>,
  whatFor: 'change-them' | 'save-a-product',
): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  if (whatFor === 'change-them') {
    await tx.selectFrom('products').select('id').orderBy('id').forNoKeyUpdate().execute()
    await sql`select pg_advisory_xact_lock(${sql.lit(CATEGORIES_LOCK)})`.execute(tx)
  } else await sql`select pg_advisory_xact_lock_shared(${sql.lit(CATEGORIES_LOCK)})`.execute(tx)
}

/** How many products each of these categories has, deleted ones too, by its stored value; 0 is left out. */
export async function countProductsOf(
  db: Kysely<Database>,
  categories: readonly string[],
): Promise<Map<string, number>> {
  if (categories.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['category', (e) => e.fn.countAll<number>().as('products')])
    .where('category', 'in', categories)
    .groupBy('category')
    .execute()
  return new Map(rows.map(({ category, products }) => [category, Number(products)]))
}

/** Moves the products of a category to another one, the charts of its sizes, and its own where that one has none. */
export async function moveProducts(
  db: Kysely<Database>,
  from: Category,
  into: Category,
  now: number,
): Promise<void> {
  const folded = normalizeSearch(from)
  const length = sql.lit(folded.length)
  // `searchBody` ends in the category.
  await sql`update product_search
    set body = substr(body, 1, length(body) - ${length}) || cast(${normalizeSearch(into)} as text)
    where product_id in (select id from products where category = ${from})
      and substr(body, length(body) - ${length} + 1) = ${folded}`.execute(db)
  await db
    .updateTable('products')
    .set({ category: into, updated_at: now, version: sql`version + 1` })
    .where('category', '=', from)
    .execute()
  await sql`update size_charts set category = ${into} where category = ${from}
    and not exists (select 1 from size_charts where category = ${into})`.execute(db)
  await db.deleteFrom('size_charts').where('category', '=', from).execute()
  await db.updateTable('size_charts').set({ sizes_of: into }).where('sizes_of', '=', from).execute()
}

/** Puts the sizes of every product of a category in the category's order. Sizes that it lacks come last. */
export async function orderSizes(
  db: Kysely<Database>,
  { value, sizes }: Pick<ShopCategory, 'value' | 'sizes'>,
): Promise<void> {
  const places = sizes.map((size, place) => sql`when ${size} then ${sql.lit(place)}`)
  await sql`update product_sizes set position = case size ${sql.join(places, sql` `)} else ${sql.lit(sizes.length)} + position end
    where product_id in (select id from products where category = ${value})`.execute(db)
}
