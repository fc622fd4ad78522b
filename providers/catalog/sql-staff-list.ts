import { sql, type Expression, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { lowOnStock, outOfStock } from '#db/catalog/on-sale.ts'
import { withCode } from '#db/packing/item-codes.ts'
import { olderThan } from '#db/engine/older-than.ts'
import type { Database } from '#db/schema.ts'
import type { ProductSort, StockFilter } from '#domain/catalog/staff-list.ts'
import type { ProductId } from '#domain/ids.ts'
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
export async function listForStaff(db: Kysely<Database>, query: StaffProductQuery): Promise<ProductPage> {
  const matching = matchingProducts(db, query)
  const { after } = query
  const selected = matching.selectAll()
  const [rows, { total }] = await Promise.all([
    onPage(after ? selected.where(olderThan('products', after)) : selected, query).execute(),
    matching.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { products: await productsFromRows(db, rows), total }
}

/** The ids alone. */
export async function idsForStaff(db: Kysely<Database>, query: StaffProductQuery): Promise<ProductId[]> {
  const rows = await onPage(matchingProducts(db, query).select('id'), query).execute()
  return rows.map(({ id }) => id)
}

function matchingProducts(
  db: Kysely<Database>,
  { called, q = '', category, stock, archived }: StaffProductQuery,
) {
  const found = matchesProductSearch(db, q, called)
  let matching = db.selectFrom('products').where('archived_at', archived ? 'is not' : 'is', null)
  if (found !== null) matching = matching.where((e) => e.or([found, withCode(q)]))
  if (category) matching = matching.where('category', '=', category)
  if (stock) matching = matching.where(WITH_STOCK[stock])
  return matching
}

function onPage<Row>(
  matching: SelectQueryBuilder<Database, 'products', Row>,
  { sort = 'newest', limit, offset }: StaffProductQuery,
) {
  let ordered = matching
  for (const by of ORDER[sort]) ordered = ordered.orderBy(by)
  return ordered.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset)
}
