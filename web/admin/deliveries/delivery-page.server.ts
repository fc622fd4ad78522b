import { toDeliveryId } from '#domain/ids.ts'
import type { Shop } from '#operations/shop.ts'
import { findDelivery, readDeliveryMovements } from '#operations/stock/read-deliveries.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { staffProduct } from '#web/views/catalog/staff-product.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import DeliveryPage, { type DeliveryPageProps } from './delivery-page.tsx'

export const routes = [
  staffPage(
    '/admin/deliveries/:id',
    'products.read',
    'admin/deliveries/delivery-page',
    DeliveryPage,
    loadDeliveryPage,
  ),
]

export async function loadDeliveryPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const id = toDeliveryId(request.params['id'] ?? '')
  const isNew = id === 'new'
  const [frame, delivery, movements] = await Promise.all([
    staffFrameProps(shop, request),
    isNew ? null : findDelivery(shop, id),
    readDeliveryMovements(shop, id),
  ])
  const named = [...(delivery?.lines ?? []), ...movements].map(({ productId }) => productId)
  const found = await Promise.all(
    [...new Set(named)].map((productId) => shop.catalog.find(productId, { archivedToo: true })),
  )
  const products = found.flatMap((product) => (product === null ? [] : staffProduct(shop.images, product)))
  const nameOf = (productId: string) =>
    products.find((product) => product.id === productId)?.name ?? productId
  const time = staffTime(shop)
  return {
    status: isNew || delivery ? 200 : 404,
    head: staffHead('Delivery', `/admin/deliveries/${id}`),
    props: {
      frame,
      isNew,
      delivery,
      products,
      history: movements.map(({ id: movement, productId, size, delta, by, at }) => ({
        id: movement,
        what: [nameOf(productId), size ?? 'all sizes'].join(', '),
        delta,
        by,
        at: time(at),
      })),
    } satisfies DeliveryPageProps,
  }
}
