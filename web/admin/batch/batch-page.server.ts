import { toBatchId } from '#domain/ids.ts'
import { pickList } from '#domain/packing/pick-list.ts'
import { PACKING_OBSTACLE_WORDS, type PackingObstacle } from '#domain/packing/packing-obstacle.ts'
import { findCountry } from '#domain/places/countries.ts'
import { readProgress } from '#operations/packing/keep-batch.ts'
import { readBatch } from '#operations/packing/read-batch.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'
import { staffPage } from '#web/route.ts'
import BatchPage, { type BatchPageProps } from './batch-page.tsx'

export const routes = [
  staffPage('/admin/orders/batches/:id', 'orders.fulfil', 'admin/batch/batch-page', BatchPage, loadBatchPage),
]

/** Orders of a batch that were packed; others that are no longer packed are named with the reason. */
const PACKED: ReadonlySet<PackingObstacle> = new Set(['fulfilled', 'ready', 'partly-picked-up', 'picked-up'])

export async function loadBatchPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const id = toBatchId(request.params['id'] ?? '')
  const [frame, progress, { orders, leftOut }] = await Promise.all([
    staffFrameProps(shop, request),
    readProgress(shop, id),
    readBatch(shop, { batch: id }),
  ])
  return {
    status: progress === null ? 404 : 200,
    head: staffHead(progress?.name ?? 'No such batch', request.path),
    props: {
      frame,
      batch: progress && {
        id,
        name: progress.name,
        by: progress.by,
        at: briefStaffTime(shop)(progress.at),
        isClosed: progress.closedAt !== null,
        orders: progress.orders,
        printed: progress.printed,
        open: progress.open,
        picks: progress.picks,
      },
      orders: orders.map(({ number, customer, items, delivery, shippingName }) => ({
        number,
        name: customer.name,
        destination:
          delivery === 'pickup'
            ? shippingName || 'Pickup'
            : [customer.city, findCountry(customer.country)?.name ?? customer.country].join(', '),
        isPickup: delivery === 'pickup',
        items: items
          .filter(({ quantity }) => quantity > 0)
          .map(({ quantity, name, size }) => `${quantity} x ${name}, ${size}`),
      })),
      lines: pickList(orders).map(({ productId, name, size, bin, barcode, quantity }) => ({
        productId,
        name,
        size,
        bin,
        barcode,
        quantity,
      })),
      leftOut: leftOut
        .filter(({ obstacle }) => !PACKED.has(obstacle))
        .map(({ number, obstacle }) => ({ number, reason: PACKING_OBSTACLE_WORDS[obstacle] })),
    } satisfies BatchPageProps,
  }
}
