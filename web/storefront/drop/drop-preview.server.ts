import { DROPS } from '#domain/settings/drops.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { previewDrop } from './drop-page.server.ts'
import DropPage from './drop-page.tsx'

export const routes = [
  staffPage('/admin/drops/:id/preview', 'products.write', 'storefront/drop/drop-page', DropPage, loadPreview),
]

/** The page of a drop for staff: a draft, and its products before their time, too. */
async function loadPreview(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const { drops } = await currentSetting(shop, DROPS)
  const drop = drops.find(({ id }) => id === request.params['id'])
  if (drop === undefined) return { redirect: '/admin/drops' }
  return previewDrop(shop, request, drop, { words: request.words.drop.staffPreview, key: null })
}
