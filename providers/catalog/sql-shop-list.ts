import { sql, type Expression, type Kysely, type SelectQueryBuilder } from 'kysely'
import { isAvailableInSize, published } from '#db/catalog/on-sale.ts'
import type { Database } from '#db/schema.ts'
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
  { query = '', called, category, size, words = [] }: Omit<ShopProductQuery, 'limit' | 'offset'>,
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
  return selection
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
