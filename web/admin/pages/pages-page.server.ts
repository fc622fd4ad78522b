import { PAGES, pagesOf } from '#domain/settings/pages.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import type { Shop } from '#operations/shop.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import PagesPage, { type PagesPageProps } from './pages-page.tsx'

export const routes = [
  staffPage('/admin/pages', 'settings.write', 'admin/pages/pages-page', PagesPage, loadPagesPage, [
    'before',
    'version',
  ]),
]

/** `version`: older pages to look at. */
export async function loadPagesPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [frame, { saved, ...versions }, name] = await Promise.all([
    staffFrameProps(shop, request),
    loadVersions(shop, PAGES, request.query),
    readShopName(shop),
  ])
  return {
    status: 200,
    head: staffHead('Pages', '/admin/pages'),
    props: {
      frame,
      ...versions,
      saved: { ...saved, value: { pages: pagesOf(saved.value.pages, name) } },
      now: shop.now(),
    } satisfies PagesPageProps,
  }
}
