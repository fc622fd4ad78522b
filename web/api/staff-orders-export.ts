import * as v from 'valibot'
import { shopDay } from '#domain/shop-day.ts'
import { exportOrders, ORDER_COLUMNS } from '#operations/export-orders.ts'
import { ordersQuerySchema, parseOrdersQuery } from '#web/admin/orders/orders-query.ts'
import { csvAnswer } from '#web/http/csv-answer.ts'
import type { StaffContext } from './api-context.ts'
import type { EndpointDocs } from './endpoint-docs.ts'

/** GET /api/staff/orders.csv?q=&state=&from=&to=: the list as a file, one row for each line, written as it is read. */
export async function exportStaffOrders(request: Request, { shop }: StaffContext): Promise<Response> {
  const query = parseOrdersQuery(new URL(request.url).searchParams)
  const day = shopDay(shop.now(), shop.settings.timeZone)
  return csvAnswer(shop, `orders-${day}.csv`, ORDER_COLUMNS, exportOrders(shop, query))
}

exportStaffOrders.docs = {
  summary: 'Orders as a CSV file',
  detail: 'One row for each line of an order. Days are the shop’s own, times are UTC.',
  query: v.omit(ordersQuerySchema, ['page']),
  answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
} satisfies EndpointDocs
