import * as v from 'valibot'
import { CARRIER_FORMAT_NAMES } from '#domain/packing/carrier-columns.ts'
import { shopDay } from '#domain/shop-day.ts'
import { carrierRows } from '#operations/packing/carrier-file.ts'
import { readBatch } from '#operations/packing/read-batch.ts'
import { staffAction } from '#web/api/action.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import { parseBatchQuery } from '#web/views/packing/batch-query.ts'

export const routes = [
  staffAction('GET /api/staff/packing/carrier.csv', 'orders.fulfil', {
    summary: 'A batch of orders as a file for a carrier',
    detail:
      'The orders are chosen by `batch`, or by `order`, given several times; at most 500. ' +
      'Orders that are not waiting to be sent are left out. The columns are a setting. Exports are recorded in the staff activity.',
    query: v.object({
      format: v.fallback(v.picklist(CARRIER_FORMAT_NAMES), 'generic'),
      order: v.optional(v.array(v.string())),
      batch: v.optional(v.string()),
    }),
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      const { shop } = asked
      const chosen = asked.query.format
      const columns = shop.settings.carrierColumns[chosen]
      const { searchParams } = new URL(asked.request.url)
      const { orders } = await readBatch(shop, parseBatchQuery(searchParams))
      const day = shopDay(shop.now(), shop.settings.timeZone)
      return exportAnswer(asked.request, asked, 'exported-carrier-file', {
        name: `${chosen}-${day}.csv`,
        head: columns.map(({ heading }) => heading),
        batches: (async function* () {
          yield carrierRows(orders, columns)
        })(),
      })
    },
  }),
]
