import { pickList } from '#domain/packing/pick-list.ts'
import { PACKING_OBSTACLE_WORDS } from '#domain/packing/packing-obstacle.ts'
import { findCountry } from '#domain/places/countries.ts'
import { readBatch } from '#operations/packing/read-batch.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import {
  BATCH_QUERY_NAMES,
  BATCH_REPEATED,
  batchAddress,
  parseBatchQuery,
} from '#web/views/packing/batch-query.ts'
import { staffPage } from '#web/route.ts'
import BatchPage, { type BatchPageProps } from './batch-page.tsx'

export const routes = [
  staffPage(
    '/admin/orders/batch',
    'orders.fulfil',
    'admin/batch/batch-page',
    BatchPage,
    loadBatchPage,
    BATCH_QUERY_NAMES,
    BATCH_REPEATED,
  ),
]

export async function loadBatchPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { orders, leftOut, later, unnamed } = await readBatch(shop, parseBatchQuery(request.query))
  const lines = pickList(orders)
  return {
    status: 200,
    head: {
      title: 'Batch – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin/orders/batch',
      noindex: true,
    },
    props: {
      frame: await staffFrameProps(shop, request),
      // Names the orders one by one, so that the batch stays the same while others are placed and paid.
      address: batchAddress(orders.map(({ number }) => number)),
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
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      lines: lines.map(({ productId, name, size, bin, barcode }) => ({
        productId,
        name,
        size,
        bin,
        barcode,
      })),
      leftOut: leftOut.map(({ number, obstacle }) => ({ number, reason: PACKING_OBSTACLE_WORDS[obstacle] })),
      unnamed,
      later,
    } satisfies BatchPageProps,
  }
}
