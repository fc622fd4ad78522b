import { listConnections } from '#operations/connections/list-connections.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import { connectionView } from '#web/views/connections/connection-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import ConnectionsPage, { type ConnectionsPageProps } from './connections-page.tsx'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage(
    '/admin/connections',
    'connections.use',
    'admin/connections/connections-page',
    ConnectionsPage,
    loadConnectionsPage,
  ),
]

export async function loadConnectionsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const time = staffTime(shop)
  const connections = await listConnections(shop)
  return {
    status: 200,
    head: staffHead('Connections', '/admin/connections'),
    props: {
      frame: await staffFrameProps(shop, request),
      connections: connections.map((listed) => connectionView(listed, time)),
      needsPassword: shop.identity.accountsAt === null,
    } satisfies ConnectionsPageProps,
  }
}
