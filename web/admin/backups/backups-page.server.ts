import { readBackups } from '#operations/backups/read-backups.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import { backupsView } from '#web/views/backups/backups-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import BackupsPage, { type BackupsPageProps } from './backups-page.tsx'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage('/admin/backups', 'backups.use', 'admin/backups/backups-page', BackupsPage, loadBackupsPage),
]

export async function loadBackupsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: staffHead('Backups', '/admin/backups'),
    props: {
      frame: await staffFrameProps(shop, request),
      view: backupsView(await readBackups(shop), staffTime(shop), shop.now()),
    } satisfies BackupsPageProps,
  }
}
