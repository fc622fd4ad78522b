import { formatAge } from '#domain/format-age.ts'
import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { formatCents } from '#domain/money.ts'
import { pickupStatus } from '#domain/orders/order.ts'
import { findCountry } from '#domain/places/countries.ts'
import { countOrderTabs, listOrders, readTags, type OrderPage } from '#operations/orders/list-orders.ts'
import { readOrderViews } from '#operations/orders/save-order-view.ts'
import { countOpenBatches } from '#operations/packing/keep-batch.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'
import type { PageAnswer } from '#web/page.ts'
import { destinationWords, itemWords } from './item-words.ts'
import type { OrderRow } from './order-table.tsx'
import { MAX_TAB_COUNT } from './order-tabs.tsx'
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
  const [frame, list, tabs, views, tags, batches] = await Promise.all([
    staffFrameProps(shop, request),
    listOrders(shop, query).catch((error: unknown) => {
      shop.log.error('The list of orders could not be loaded', error)
      return null
    }),
    countOrderTabs(shop, MAX_TAB_COUNT + 1).catch((error: unknown) => {
      shop.log.error('The tabs of the orders could not be counted', error)
      return null
    }),
    readOrderViews(shop),
    readTags(shop),
    countOpenBatches(shop),
  ])
  return {
    status: 200,
    head: staffHead('Orders', '/admin/orders'),
    props: {
      frame,
      query,
      tabs,
      views,
      tags,
      batches,
      list: list && {
        total: list.total,
        page: list.page,
        pages: list.pages,
        isTooShort: list.isTooShort,
        isCut: list.isCut,
        orders: list.rows.map(rowOf(shop)),
      },
    } satisfies OrdersPageProps,
  }
}

function rowOf(shop: Shop): (order: OrderPage['rows'][number]) => OrderRow {
  const now = shop.now()
  const time = briefStaffTime(shop)
  return ({ number, name, email, erasure, total, createdAt, items, ...order }) => ({
    number,
    name: erasure === null ? name : ERASURE_WORDS[erasure],
    email,
    items: itemWords(items),
    destination:
      order.delivery === 'in-person'
        ? 'In person'
        : order.delivery === 'none'
          ? 'By email'
          : order.delivery === 'pickup'
            ? 'Pickup'
            : destinationWords(order, findCountry(order.country)?.name ?? order.country),
    state: order.state,
    fulfilment: order.fulfilment,
    balance: balanceWords(order),
    hasDuplicate: order.hasDuplicate,
    delivery: order.delivery,
    pickup: pickupStatus({ ...order, hasPickups: order.hasPickups === 1 }),
    isManual: order.madeBy !== null,
    note: order.note,
    isOnHold: order.isOnHold === 1,
    // While the shop only tries out, every order is one, and the bar says so.
    isTest: Boolean(order.isTest) && !shop.gateway.isTest,
    tags: order.tags,
    batch: order.batch && { id: order.batch.id, name: order.batch.name },
    printed: order.printed && { by: order.printed.by, at: time(order.printed.at) },
    age: formatAge(now - createdAt),
    placedAt: time(createdAt),
    total: formatCents(total),
  })
}

function balanceWords({
  balanceDue,
  paymentLink,
}: Pick<OrderPage['rows'][number], 'balanceDue' | 'paymentLink'>): string | null {
  if (balanceDue === 0) return null
  const amount = formatCents(balanceDue)
  return paymentLink === 'open' ? `Waiting for ${amount}` : `${amount} not paid`
}
