import { DROPS } from '#domain/settings/drops.ts'
import type { Shop } from '#operations/shop.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import DropsPage, { type DropsPageProps } from './drops-page.tsx'

export const routes = [
  staffPage('/admin/drops', 'products.write', 'admin/drops/drops-page', DropsPage, loadDropsPage, [
    'before',
    'version',
  ]),
]

/** `version`: older drops to look at. */
export async function loadDropsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [frame, versions] = await Promise.all([
    staffFrameProps(shop, request),
    loadVersions(shop, DROPS, request.query),
  ])
  return {
    status: 200,
    head: staffHead('Drops', '/admin/drops'),
    props: {
      frame,
      ...versions,
      now: shop.now(),
      timeZone: shop.settings.timeZone,
    } satisfies DropsPageProps,
  }
}
