import { countFailingConnections } from '#operations/connections/list-connections.ts'
import { ordersNeedingAttention } from '#operations/orders/list-orders.ts'
import { countWaitingMessages } from '#operations/inbox/read-messages.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffFrameProps } from './staff-frame.tsx'
import type { StaffPageRequest } from '#web/http/staff-only.ts'

/** The header props of every staff page. */
export async function staffFrameProps(shop: Shop, { staff }: StaffPageRequest): Promise<StaffFrameProps> {
  const permissions = staff?.permissions ?? []
  return {
    email: staff?.member.email ?? '',
    permissions,
    waiting: {
      ...(permissions.includes('orders.read') && {
        '/admin/orders': await counted(shop, ordersNeedingAttention),
      }),
      ...(permissions.includes('messages.read') && {
        '/admin/messages': await counted(shop, countWaitingMessages),
      }),
      ...(permissions.includes('connections.use') && {
        '/admin/connections': await counted(shop, countFailingConnections),
      }),
    },
  }
}

/** A failed count must not break the page. */
async function counted(shop: Shop, count: (shop: Shop) => Promise<number>): Promise<number> {
  return count(shop).catch((error: unknown) => {
    shop.log.error('What waits for staff could not be counted', error)
    return 0
  })
}
