import * as v from 'valibot'
import { shopDay } from '#domain/shop-day.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { staffAction } from '#web/api/action.ts'
import { ordersQuerySchema } from '#web/views/orders/orders-query.ts'
import { exportAnswer } from './staff-export.ts'

export const routes = [
  staffAction('GET /api/staff/orders.csv', 'customers.export', {
    summary: 'Orders as a CSV file',
    detail:
      'One row per order line and one per refund; the totals of an order stand in its first row only, so that each column of amounts adds up. Days are in the shop’s time zone, times are UTC. Exports are recorded in the staff activity.',
    query: v.omit(ordersQuerySchema, ['sort', 'per', 'page']),
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      const { shop, query } = asked
      const day = shopDay(shop.now(), shop.settings.timeZone)
      return exportAnswer(asked.request, asked, 'exported-orders', {
        name: `orders-${day}.csv`,
        head: orderColumns(),
        batches: exportOrders(shop, query),
      })
    },
  }),
]
