import type { Permission } from '#domain/staff/permissions.ts'
import { countFailingBackups } from '#operations/backups/read-backups.ts'
import { countShopProblems } from '#operations/monitoring/read-monitoring.ts'
import { countFailingConnections } from '#operations/connections/list-connections.ts'
import { countWaitingOrders } from '#operations/orders/list-orders.ts'
import { countWaitingMessages } from '#operations/inbox/read-messages.ts'
import { countWaitingReturns } from '#operations/returns/read-returns.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffFrameProps } from './staff-frame.tsx'
import { MAX_BADGE_COUNT, type StaffAddress } from './staff-links.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageHead } from '#web/page.ts'

/** A badge shows more than this as `99+`, so nothing needs to be counted beyond. */
const MAX_COUNTED = MAX_BADGE_COUNT + 1

/** What waits, by the screen that lists it and the permission to see it. */
const COUNTS = [
  ['/admin/orders', 'orders.read', (shop: Shop) => countWaitingOrders(shop, MAX_COUNTED)],
  ['/admin/returns', 'orders.read', countWaitingReturns],
  ['/admin/messages', 'messages.read', countWaitingMessages],
  ['/admin/connections', 'connections.use', countFailingConnections],
  ['/admin/backups', 'backups.use', countFailingBackups],
  ['/admin/monitoring', 'monitoring.read', countShopProblems],
] as const satisfies readonly [StaffAddress, Permission, (shop: Shop) => Promise<number>][]

/** The header props of every staff page. */
export async function staffFrameProps(shop: Shop, { staff }: StaffPageRequest): Promise<StaffFrameProps> {
  const permissions = staff?.permissions ?? []
  const allowed = COUNTS.filter(([, permission]) => permissions.includes(permission))
  const waiting = await Promise.all(
    allowed.map(async ([href, , count]) => [href, await counted(shop, count)] as const),
  )
  return { email: staff?.member.email ?? '', permissions, waiting: Object.fromEntries(waiting) }
}

/** The metadata of a staff page, which no search engine lists. */
export function staffHead(title: string, canonical: string): PageHead {
  return {
    title: `${title} – Redemption`,
    description: 'For the staff of the shop.',
    canonical,
    noindex: true,
  }
}

/** A failed count must not break the page. */
async function counted(shop: Shop, count: (shop: Shop) => Promise<number>): Promise<number> {
  return count(shop).catch((error: unknown) => {
    shop.log.error('The work waiting for staff could not be counted', error)
    return 0
  })
}
