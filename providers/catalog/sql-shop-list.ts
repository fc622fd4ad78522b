import { sql, type Expression, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { isAvailableInSize, isNew, published } from '#db/catalog/on-sale.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { CollectionRule } from '#domain/catalog/collection.ts'
import type { ShopSort } from '#domain/catalog/shop-list.ts'
import type { ProductPage, ShopProductQuery } from './catalog.ts'
import { productsFromRows } from '#db/catalog/product-rows.ts'
import { matchesProductSearch } from '#db/catalog/product-search.ts'

/** Each order matches an index (db/migrations/), forwards or backwards, so that only the rows of the page are read. */
const ORDER: Record<ShopSort, Expression<unknown>> = {
  newest: sql`products.created_at desc, products.id desc`,
  'price-asc': sql`products.price_cents, products.created_at desc, products.id desc`,
  'price-desc': sql`products.price_cents desc, products.created_at, products.id`,
  name: sql`lower(products.name), products.created_at desc, products.id desc`,
}

/** The products that a query finds. */
export function matchingProducts(
  db: Kysely<Database>,
  { query = '', called, category, size, words = [], among, rule }: Omit<ShopProductQuery, 'limit' | 'offset'>,
  now: number,
) {
  const found = matchesProductSearch(db, query, called)
  let selection = db.selectFrom('products').where(published(now))
  if (found !== null) selection = selection.where(found)
  for (const spellings of words) {
    const spelt = spellings.map((word) => matchesProductSearch(db, word)).filter((one) => one !== null)
    if (spelt.length > 0) selection = selection.where((e) => e.or(spelt))
  }
  if (category !== undefined) selection = selection.where('category', '=', category)
  if (size !== undefined) selection = selection.where(isAvailableInSize(size))
  if (among !== undefined) selection = selection.where(isAmong(db, 'products.id', among))
  return rule === undefined ? selection : selection.where((e) => e.and(conditionsOf(db, rule, now)))
}

/** Each condition of a rule matches an index, whatever else it asks for. */
function conditionsOf(
  db: Kysely<Database>,
  { categories, colors, priceFrom, priceTo, newDays, isReduced }: CollectionRule,
  now: number,
): Expression<SqlBool>[] {
  return [
    ...(categories.length > 0 ? [isAmong(db, 'products.category', categories)] : []),
    ...(colors.length > 0 ? [isAmong(db, 'products.color', colors)] : []),
    ...(priceFrom === null ? [] : [sql<SqlBool>`products.price_cents >= ${priceFrom}`]),
    ...(priceTo === null ? [] : [sql<SqlBool>`products.price_cents <= ${priceTo}`]),
    ...(newDays === null ? [] : [isNew(newDays, now)]),
    ...(isReduced ? [sql<SqlBool>`products.compare_at_cents > products.price_cents`] : []),
  ]
}

/** The statement that counts the products that match. */
export function countMatchingProducts(db: Kysely<Database>, query: ShopProductQuery, now: number) {
  return matchingProducts(db, query, now).select((e) => e.fn.countAll<number>().as('total'))
}

/** A selection of products in the order of a list. */
export function inOrder<Tables extends keyof Database, Row>(
  selection: SelectQueryBuilder<Database, Tables, Row>,
  { sort = 'newest' }: Pick<ShopProductQuery, 'sort'>,
): SelectQueryBuilder<Database, Tables, Row> {
  return selection.orderBy(ORDER[sort])
}

/** One page of the shop's product list, with complete products. */
export async function listForShoppers(
  db: Kysely<Database>,
  query: ShopProductQuery,
  now: number,
): Promise<ProductPage> {
  const [rows, { total }] = await Promise.all([
    inOrder(matchingProducts(db, query, now).selectAll(), query)
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    countMatchingProducts(db, query, now).executeTakeFirstOrThrow(),
  ])
  return { products: await productsFromRows(db, rows), total }
}
