import { readPages } from '#operations/settings/shop-pages.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { showPage, TEXT_PAGE } from './text-page.server.ts'
import TextPage from './text-page.tsx'

export const routes = [
  staffPage('/admin/pages/:id/preview', 'settings.write', TEXT_PAGE, TextPage, loadTextPreview),
]

/** A page for staff as it is saved: a draft, and one before its time, too. */
async function loadTextPreview(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const words = request.words['pages/about']
  const { value } = await readPages(shop, words)
  const page = value.pages.find(({ id }) => id === request.params['id'])
  if (page === undefined) return { redirect: '/admin/pages' }
  return showPage(shop, request, page, words.staffPreview)
}
