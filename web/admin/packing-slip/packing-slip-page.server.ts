import { PERMISSIONS } from '#domain/staff/permissions.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import type { PageAnswer } from '#web/page.ts'
import PackingSlipPage, { type PackingSlipPageProps } from './packing-slip-page.tsx'
import { staffPage } from '#web/route.ts'

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
  // Whether the order can be sent does not depend on the reader's role.
  const order = await findOrderView(shop, params['number'] ?? '', PERMISSIONS)
  const isUnpaid = order !== null && !order.isPaid
  return {
    status: order === null ? 404 : isUnpaid ? 409 : 200,
    head: {
      title: `Packing slip ${order?.number ?? ''} – Redemption`,
      description: 'For the staff of the shop.',
      canonical: path,
      noindex: true,
    },
    props: {
      unpaid: isUnpaid ? order.number : null,
      slip: order?.isPaid
        ? {
            number: order.number,
            placedAt: order.placedAt,
            name: order.erased?.words ?? order.customer.name,
            phone: order.customer.phone,
            address: order.customer.address,
            note: order.note,
            isToBeSent: order.may.fulfil,
            lines: order.lines.map(({ name, size, left, position }) => ({
              name,
              size,
              quantity: left,
              position,
            })),
          }
        : null,
    } satisfies PackingSlipPageProps,
  }
}
