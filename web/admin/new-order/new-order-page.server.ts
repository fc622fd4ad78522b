import { findStaffProducts } from '#web/views/catalog/staff-product.server.ts'
import { EVERYTHING } from '#web/views/catalog/staff-products-query.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import type { Shop } from '#operations/shop.ts'
import { staffPage } from '#web/route.ts'
import NewOrderPage, { type NewOrderPageProps } from './new-order-page.tsx'

export const routes = [
  staffPage(
    '/admin/orders/new',
    'orders.create',
    'admin/new-order/new-order-page',
    NewOrderPage,
    loadNewOrderPage,
  ),
]

export async function loadNewOrderPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [frame, { products }] = await Promise.all([
    staffFrameProps(shop, request),
    findStaffProducts(shop, EVERYTHING).catch((error: unknown) => {
      shop.log.error('The products for a new order could not be loaded', error)
      return { products: [] }
    }),
  ])
  return {
    status: 200,
    head: staffHead('New order', '/admin/orders/new'),
    props: { frame, products } satisfies NewOrderPageProps,
  }
}
