import { randomUUID } from 'node:crypto'
import { pagePath } from '#domain/settings/page.ts'
import { readPages } from '#operations/settings/shop-pages.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import PagePage, { type PagePageProps } from './page-page.tsx'

export const routes = [
  staffPage('/admin/pages/:id', 'settings.write', 'admin/pages/page-page', PagePage, loadPagePage),
]

/** `new` is another page. */
export async function loadPagePage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const asked = request.params['id'] ?? ''
  const [frame, saved] = await Promise.all([staffFrameProps(shop, request), readPages(shop)])
  const own = saved.value.pages.find(({ id }) => id === asked)
  if (own === undefined && asked !== 'new') return { redirect: '/admin/pages' }
  const pictures = (own?.blocks ?? []).flatMap(({ picture, items }) =>
    [picture, ...items.map((item) => item.picture)].flatMap((one) => one ?? []),
  )
  return {
    status: 200,
    head: staffHead(own?.name ?? 'New page', request.path),
    props: {
      frame,
      saved,
      id: own?.id ?? randomUUID(),
      seenAt: own ? pagePath(own) : null,
      pictures: Object.fromEntries(pictures.map((one) => [one.key, pictureView(shop.images, one)])),
      timeZone: shop.settings.timeZone,
    } satisfies PagePageProps,
  }
}
