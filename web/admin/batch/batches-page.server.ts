import * as v from 'valibot'
import { readBatches } from '#operations/packing/keep-batch.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pageParameter } from '#web/views/list-address.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'
import BatchesPage, { type BatchesPageProps } from './batches-page.tsx'

export const routes = [
  staffPage(
    '/admin/orders/batches',
    'orders.fulfil',
    'admin/batch/batches-page',
    BatchesPage,
    loadBatchesPage,
    ['page'],
  ),
]

export async function loadBatchesPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [frame, { rows, page, pages }] = await Promise.all([
    staffFrameProps(shop, request),
    readBatches(shop, v.parse(pageParameter, request.query.get('page'))),
  ])
  const time = briefStaffTime(shop)
  return {
    status: 200,
    head: staffHead('Batches', '/admin/orders/batches'),
    props: {
      frame,
      page,
      pages,
      batches: rows.map(({ id, name, by, at, closedAt, orders, printed, open }) => ({
        id,
        name,
        by,
        at: time(at),
        isClosed: closedAt !== null,
        orders,
        printed,
        packed: orders - open,
      })),
    } satisfies BatchesPageProps,
  }
}
