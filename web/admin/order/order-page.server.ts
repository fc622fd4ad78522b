import { orderNeighbours } from '#operations/orders/list-orders.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { ordersAddress, ORDERS_QUERY_NAMES, parseOrdersQuery } from '#web/views/orders/orders-query.ts'
import type { PageAnswer } from '#web/page.ts'
import OrderPage, { type OrderPageProps } from './order-page.tsx'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage(
    '/admin/orders/:number',
    'orders.read',
    'admin/order/order-page',
    OrderPage,
    loadOrderPage,
    ORDERS_QUERY_NAMES,
  ),
]

export async function loadOrderPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const number = request.params['number'] ?? ''
  const order = await findOrderView(shop, number, request.staff?.permissions ?? [])
  const query = parseOrdersQuery(request.query)
  const { previous, next } = await orderNeighbours(shop, query, number)
  const { page: _page, ...filter } = query
  const addressOf = (other: string | null) => other && `/admin/orders/${other}${ordersAddress(filter)}`
  return {
    status: order === null ? 404 : 200,
    head: staffHead(order === null ? 'No such order' : `Order ${order.number}`, request.path),
    props: {
      frame: await staffFrameProps(shop, request),
      order,
      neighbours: {
        list: `/admin/orders${ordersAddress(query)}`,
        previous: addressOf(previous),
        next: addressOf(next),
      },
    } satisfies OrderPageProps,
  }
}
