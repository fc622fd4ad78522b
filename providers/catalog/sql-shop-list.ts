import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Size } from '#domain/catalogue/size.ts'
import type { ShopSort } from '#domain/catalogue/shop-list.ts'
import type { ProductPage, ShopProductQuery } from './catalog.ts'
import { productsFromRows } from './sql-product-rows.ts'
import { foundBySearch } from './sql-product-search.ts'

/** Each order matches an index (db/migrations/), forwards or backwards, so that only the rows of the page are read. */
const ORDER: Record<ShopSort, Expression<unknown>> = {
  newest: sql`products.created_at desc, products.id desc`,
  'price-asc': sql`products.price_cents, products.created_at desc, products.id desc`,
  'price-desc': sql`products.price_cents desc, products.created_at, products.id`,
  name: sql`lower(products.name), products.created_at desc, products.id desc`,
}

/** The rule of `unitsLeft` (domain/catalogue/product.ts), in a form whose selectivity the database can estimate. */
function canBeBoughtIn(size: Size): Expression<SqlBool> {
  return sql<SqlBool>`((products.stock is null or products.stock > 0) and exists (
    select 1 from product_sizes
    where product_sizes.product_id = products.id and product_sizes.size = ${size}
      and (product_sizes.stock is null or product_sizes.stock > 0)))`
}

function matching(
  db: Kysely<Database>,
  { query = '', category, size }: Omit<ShopProductQuery, 'limit' | 'offset'>,
) {
  const found = foundBySearch(db, query)
  let selection = db.selectFrom('products').where('archived_at', 'is', null)
  if (found !== null) selection = selection.where(found)
  if (category !== undefined) selection = selection.where('category', '=', category)
  if (size !== undefined) selection = selection.where(canBeBoughtIn(size))
  return selection
}

/** The query for the rows of one page. */
export function shopPage(db: Kysely<Database>, query: ShopProductQuery) {
  const { sort = 'newest', limit, offset } = query
  return matching(db, query).selectAll().orderBy(ORDER[sort]).limit(limit).offset(offset)
}

/** One page of the catalogue as shoppers look at it. */
export async function listForShoppers(db: Kysely<Database>, query: ShopProductQuery): Promise<ProductPage> {
  const [rows, { total }] = await Promise.all([
    shopPage(db, query).execute(),
    matching(db, query)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { products: await productsFromRows(db, rows), total }
}
