import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { formatCad } from '#domain/money.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { PageAnswer } from '#web/page.ts'
import OrdersPage, { type OrdersPageProps } from './orders-page.tsx'
import { parseOrdersQuery, ORDERS_QUERY_NAMES } from '#web/views/orders/orders-query.ts'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage(
    '/admin/orders',
    'orders.read',
    'admin/orders/orders-page',
    OrdersPage,
    loadOrdersPage,
    ORDERS_QUERY_NAMES,
  ),
]

export async function loadOrdersPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const query = parseOrdersQuery(request.query)
  const time = staffTime(shop)
  const list = await listOrders(shop, query).catch((error: unknown) => {
    shop.log.error('The list of orders could not be loaded', error)
    return null
  })
  return {
    status: 200,
    head: {
      title: 'Orders – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin/orders',
      noindex: true,
    },
    props: {
      frame: await staffFrameProps(shop, request),
      query,
      list: list && {
        total: list.total,
        page: list.page,
        pages: list.pages,
        isTooShort: list.isTooShort,
        isCut: list.isCut,
        orders: list.rows.map(
          ({ number, name, email, erasure, state, isFulfilled, hasDuplicate, total, createdAt }) => ({
            number,
            name: erasure === null ? name : ERASURE_WORDS[erasure],
            email,
            state,
            isFulfilled,
            hasDuplicate,
            placedAt: time(createdAt),
            total: formatCad(total),
          }),
        ),
      },
    } satisfies OrdersPageProps,
  }
}
