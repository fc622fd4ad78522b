import { readPackingOrder } from '#operations/packing/read-packing-order.ts'
import { readShopLocation } from '#operations/settings/read-shop-location.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { slipView } from '#web/views/packing/slip-view.server.ts'
import type { PageAnswer } from '#web/page.ts'
import PackingSlipPage, { type PackingSlipPageProps } from './packing-slip-page.tsx'
import { staffPage } from '#web/route.ts'
import { staffHead } from '#web/admin/staff-frame.server.ts'

export const routes = [
  staffPage(
    '/admin/orders/:number/packing-slip',
    'orders.read',
    'admin/packing-slip/packing-slip-page',
    PackingSlipPage,
    loadPackingSlipPage,
  ),
]

export async function loadPackingSlipPage(
  shop: Shop,
  { path, params }: StaffPageRequest,
): Promise<PageAnswer> {
  const { country } = await readShopLocation(shop)
  const order = await readPackingOrder(shop, params['number'] ?? '')
  return {
    status: order === null ? 404 : order.isPaid ? 200 : 409,
    head: staffHead(`Packing slip ${order?.number ?? ''}`, path),
    props: {
      unpaid: order && !order.isPaid ? order.number : null,
      slip: order?.isPaid ? slipView(shop, order, country) : null,
    } satisfies PackingSlipPageProps,
  }
}
