import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import type { PageAnswer } from '#web/page.ts'
import OrderPage, { type OrderPageProps } from './order-page.tsx'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage('/admin/orders/:number', 'orders.read', 'admin/order/order-page', OrderPage, loadOrderPage),
]

export async function loadOrderPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const order = await findOrderView(shop, request.params['number'] ?? '', request.staff?.permissions ?? [])
  return {
    status: order === null ? 404 : 200,
    head: {
      title: `${order === null ? 'No such order' : `Order ${order.number}`} – Redemption`,
      description: 'For the staff of the shop.',
      canonical: request.path,
      noindex: true,
    },
    props: { frame: await staffFrameProps(shop, request), order } satisfies OrderPageProps,
  }
}
