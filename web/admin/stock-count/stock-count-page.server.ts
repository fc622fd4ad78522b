import * as v from 'valibot'
import { findCategory } from '#domain/catalog/category.ts'
import { countableStock } from '#domain/stock/stock-count.ts'
import { STAFF_PAGE_SIZE } from '#domain/catalog/staff-list.ts'
import type { Shop } from '#operations/shop.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { readLedger } from '#operations/stock/read-stock.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { searchedFor } from '#web/views/list-address.ts'
import StockCountPage, { type StockCountPageProps } from './stock-count-page.tsx'

export const routes = [
  staffPage(
    '/admin/stock-count',
    'products.write',
    'admin/stock-count/stock-count-page',
    StockCountPage,
    loadStockCountPage,
    ['q', 'category', 'page'],
  ),
]

export async function loadStockCountPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const categories = await readCategories(shop)
  const category = findCategory(categories, request.query.get('category'))?.value ?? null
  const q = v.parse(searchedFor, request.query.get('q') ?? '')
  const asked = Number(request.query.get('page') ?? 1)
  const page = Number.isSafeInteger(asked) && asked > 0 && asked < 100_000 ? asked : 1
  const frame = await staffFrameProps(shop, request)
  // Read before the counts: a count that is recorded after this row of the ledger is known to be later.
  const ledger = await readLedger(shop)
  const { products, total } = await shop.catalog.listForStaff({
    sort: 'name',
    q,
    category: category ?? '',
    limit: STAFF_PAGE_SIZE,
    offset: (page - 1) * STAFF_PAGE_SIZE,
  })
  return {
    status: 200,
    head: staffHead('Count stock', '/admin/stock-count'),
    props: {
      frame,
      q,
      category: category ?? '',
      categories: categories.map(({ value, label }) => ({ value, label })),
      page,
      pages: Math.max(1, Math.ceil(total / STAFF_PAGE_SIZE)),
      ledger,
      products: products.map((product) => ({
        id: product.id,
        name: product.name,
        codes: product.codes,
        counts: countableStock(product),
      })),
    } satisfies StockCountPageProps,
  }
}
