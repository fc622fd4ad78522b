import { findDrawnDrop, readLiveDraw } from '#operations/draws/draw-desk.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import DrawPage, { type DrawPageProps } from './draw-page.tsx'

export const routes = [
  staffPage('/admin/drops/:id/draw', 'products.write', 'admin/drops/draw-page', DrawPage, loadDrawPage),
]

/** The draw of a drop, live. */
async function loadDrawPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const id = request.params['id'] ?? ''
  const drop = await findDrawnDrop(shop, id)
  const live = drop && (await readLiveDraw(shop, drop))
  if (drop === null || live === null) return { redirect: '/admin/drops' }
  return {
    status: 200,
    head: staffHead(`Draw of ${drop.name}`, request.path),
    props: {
      frame: await staffFrameProps(shop, request),
      id,
      name: drop.name,
      handle: drop.handle,
      live,
      timeZone: shop.settings.timeZone,
    } satisfies DrawPageProps,
  }
}
