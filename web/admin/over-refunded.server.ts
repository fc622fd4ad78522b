import { formatCents } from '#domain/money.ts'
import { overRefundedOrders } from '#operations/orders/list-orders.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { OverRefundedView } from './over-refunded-notice.tsx'

/**
 * The orders of the notice, as display text, for those who may read orders. None when they cannot be read, so that the
 * page still works.
 */
export async function overRefundedViews(
  shop: Shop,
  { staff }: StaffPageRequest,
): Promise<OverRefundedView[]> {
  if (!staff?.permissions.includes('orders.read')) return []
  try {
    const orders = await overRefundedOrders(shop)
    return orders.map(({ number, received, returned }) => ({
      number,
      received: formatCents(received),
      returned: formatCents(returned),
      excess: formatCents(returned - received),
    }))
  } catch (error) {
    shop.log.error('The orders with excess refunds could not be read', error)
    return []
  }
}
