import type { Shop } from '#operations/shop.ts'
import { listChartChoices } from '#operations/catalog/get-size-chart.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { TableStoreError } from '#providers/catalog/catalog.ts'
import { overRefundedViews } from '#web/admin/over-refunded.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import { stepsLeft } from '#web/admin/start/start-notice.server.ts'
import { showsTaxNotice } from '#web/admin/taxes/tax-notice.server.ts'
import { readCookie } from '#web/http/visitors/staff-cookie.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { findStaffProducts, staffProduct } from '#web/views/catalog/staff-product.server.ts'
import { mirrorStatusView } from '#web/views/catalog/mirror-status.server.ts'
import type { PageAnswer } from '#web/page.ts'
import ProductsPage, { type ProductsPageProps } from './products-page.tsx'
import {
  withKnownCategory,
  parseListQuery,
  LIST_QUERY_NAMES,
  PRODUCTS_VIEW,
} from '#web/views/catalog/staff-products-query.ts'
import { staffPage } from '#web/route.ts'
import { FEED_FAULTS, isFeedFault } from '#domain/catalog/feed.ts'
import { isProductId } from '#domain/catalog/product-id.ts'
import { toProductId } from '#domain/ids.ts'

/** A product to edit, and what a feed misses of it: `?edit=emblem-hoodie&missing=color`. */
const OPENED_NAMES = ['edit', 'missing']

export const routes = [
  staffPage(
    '/admin/dashboard',
    'products.read',
    'admin/products/products-page',
    ProductsPage,
    loadProductsPage,
    [...LIST_QUERY_NAMES, ...OPENED_NAMES],
  ),
]

export async function loadProductsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [categories, charts] = await Promise.all([readCategories(shop), listChartChoices(shop)])
  const query = withKnownCategory(parseListQuery(request.query), categories)
  const list = await findStaffProducts(shop, query).catch((error: unknown) => {
    shop.log.error('The list of products could not be loaded', error)
    return { reason: error instanceof TableStoreError ? error.message : null }
  })
  return {
    status: 200,
    head: staffHead('Admin Dashboard', '/admin/dashboard'),
    props: {
      frame: await staffFrameProps(shop, request),
      overRefunded: await overRefundedViews(shop, request),
      hasStartingTax: await showsTaxNotice(shop, request),
      stepsLeft: await stepsLeft(shop, request),
      mirror: await mirrorStatusView(shop),
      query: 'products' in list ? { ...query, page: list.page } : query,
      list,
      isTable: readCookie(request.headers, PRODUCTS_VIEW) === 'table',
      categories,
      charts,
      pictureStore: shop.connections.find(({ need }) => need === 'pictures')?.supplier ?? null,
      timeZone: shop.settings.timeZone,
      opened: await openedProduct(shop, request),
    } satisfies ProductsPageProps,
  }
}

async function openedProduct(
  shop: Shop,
  { query, staff }: StaffPageRequest,
): Promise<ProductsPageProps['opened']> {
  const [id, missing] = [query.get('edit') ?? '', query.get('missing') ?? '']
  if (!staff?.permissions.includes('products.write') || !isProductId(id)) return null
  const product = await shop.catalog.find(toProductId(id))
  if (product === null) return null
  const { field, words } = isFeedFault(missing) ? FEED_FAULTS[missing] : { field: null, words: '' }
  return { product: staffProduct(shop.images, product), asked: field === null ? {} : { [field]: words } }
}
