import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { lowOnStock, outOfStock } from '#db/catalog/on-sale.ts'
import { withCode } from '#db/packing/item-codes.ts'
import { olderThan } from '#db/engine/older-than.ts'
import type { Database } from '#db/schema.ts'
import type { ProductSort, StockFilter } from '#domain/catalog/staff-list.ts'
import type { ProductPage, StaffProductQuery } from './catalog.ts'
import { productsFromRows } from '#db/catalog/product-rows.ts'
import { matchesProductSearch } from '#db/catalog/product-search.ts'

const WITH_STOCK: Record<StockFilter, Expression<SqlBool>> = {
  in: sql<SqlBool>`not ${outOfStock}`,
  low: lowOnStock,
  out: outOfStock,
  untracked: sql<SqlBool>`products.stock is null`,
}

/** Products without tracked stock come last. */
const ORDER: Record<ProductSort, Expression<unknown>[]> = {
  newest: [],
  name: [sql`lower(products.name)`],
  price: [sql`products.price_cents`],
  stock: [sql`products.stock is null`, sql`products.stock`],
}

/** One page of the staff's product list. */
export async function listForStaff(
  db: Kysely<Database>,
  { called, sort = 'newest', after, limit, offset, ...filter }: StaffProductQuery,
): Promise<ProductPage> {
  const { q = '', category, stock, archived } = filter
  const found = matchesProductSearch(db, q, called)
  let matching = db.selectFrom('products').where('archived_at', archived ? 'is not' : 'is', null)
  if (found !== null) matching = matching.where((e) => e.or([found, withCode(q)]))
  if (category) matching = matching.where('category', '=', category)
  if (stock) matching = matching.where(WITH_STOCK[stock])
  let ordered = matching.selectAll()
  if (after) ordered = ordered.where(olderThan('products', after))
  for (const by of ORDER[sort]) ordered = ordered.orderBy(by)
  const [rows, { total }] = await Promise.all([
    ordered.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    matching.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { products: await productsFromRows(db, rows), total }
}
