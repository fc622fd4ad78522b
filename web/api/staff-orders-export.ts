import * as v from 'valibot'
import { shopDay } from '#domain/shop-day.ts'
import { exportOrders } from '#operations/export-orders.ts'
import { ordersQuerySchema, parseOrdersQuery } from '#web/admin/orders/orders-query.ts'
import type { StaffContext } from './api-context.ts'
import type { EndpointDocs } from './endpoint-docs.ts'

/** GET /api/staff/orders.csv?q=&state=&from=&to=: the list as a file, one row for each line, written as it is read. */
export async function exportStaffOrders(request: Request, { shop }: StaffContext): Promise<Response> {
  const rows = exportOrders(shop, parseOrdersQuery(new URL(request.url).searchParams))
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await rows.next()
      if (done) stream.close()
      else stream.enqueue(text.encode(value))
    },
    async cancel() {
      await rows.return()
    },
  })
  const day = shopDay(shop.now(), shop.settings.timeZone)
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="orders-${day}.csv"`,
    },
  })
}

exportStaffOrders.docs = {
  summary: 'Orders as a CSV file',
  detail: 'One row for each line of an order. Days are the shop’s own, times are UTC.',
  query: v.omit(ordersQuerySchema, ['page']),
  answers: { 200: { means: 'The file.', type: 'text/csv' } },
} satisfies EndpointDocs
