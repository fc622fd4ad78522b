import * as v from 'valibot'
import { shopDay } from '#domain/shop-day.ts'
import { exportOrders, ORDER_COLUMNS } from '#operations/orders/export-orders.ts'
import { ordersQuerySchema, parseOrdersQuery } from '#web/views/orders/orders-query.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { exportAnswer } from './staff-export.ts'
import { staff } from '#web/route.ts'

/** GET /api/staff/orders.csv?q=&state=&from=&to=: the filtered list as streamed CSV, one row per order line. */
export async function exportStaffOrders(request: Request, context: StaffContext): Promise<Response> {
  const { shop } = context
  const query = parseOrdersQuery(new URL(request.url).searchParams)
  const day = shopDay(shop.now(), shop.settings.timeZone)
  return exportAnswer(request, context, 'exported-orders', {
    name: `orders-${day}.csv`,
    head: ORDER_COLUMNS,
    batches: exportOrders(shop, query),
  })
}

exportStaffOrders.docs = {
  summary: 'Orders as a CSV file',
  detail:
    'One row per order line. Days are in the shop’s time zone, times are UTC. Exports are recorded in the staff activity.',
  query: v.omit(ordersQuerySchema, ['page']),
  answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
} satisfies EndpointDocs

export const routes = [staff('GET /api/staff/orders.csv', 'customers.export', exportStaffOrders)]
