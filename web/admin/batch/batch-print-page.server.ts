import { pickList } from '#domain/packing/pick-list.ts'
import { readBatch } from '#operations/packing/read-batch.ts'
import { readShopLocation } from '#operations/settings/read-shop-location.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { BATCH_QUERY_NAMES, BATCH_REPEATED, parseBatchQuery } from '#web/views/packing/batch-query.ts'
import { slipView } from '#web/views/packing/slip-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { staffPage } from '#web/route.ts'
import BatchPrintPage, { type BatchPrintPageProps } from './batch-print-page.tsx'
import { staffHead } from '#web/admin/staff-frame.server.ts'

export const routes = [
  staffPage(
    '/admin/orders/batch/print',
    'orders.fulfil',
    'admin/batch/batch-print-page',
    BatchPrintPage,
    loadBatchPrintPage,
    [...BATCH_QUERY_NAMES, 'parts', 'print'],
    BATCH_REPEATED,
  ),
]

export async function loadBatchPrintPage(shop: Shop, { query, path }: StaffPageRequest): Promise<PageAnswer> {
  const parts = query.get('parts')
  const { country } = await readShopLocation(shop)
  const { orders, leftOut } = await readBatch(shop, parseBatchQuery(query))
  return {
    status: 200,
    head: staffHead('Pick list and packing slips', path),
    props: {
      batch: query.get('batch'),
      printedAt: staffTime(shop)(shop.now()),
      orders: orders.length,
      leftOut: leftOut.length,
      isPrinted: query.get('print') === '1',
      pickList: parts === 'slips' ? null : pickList(orders),
      slips: parts === 'pick-list' ? [] : orders.map((order) => slipView(shop, order, country)),
    } satisfies BatchPrintPageProps,
  }
}
