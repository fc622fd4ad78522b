import { DROPS } from '#domain/settings/drops.ts'
import { readRehearsal } from '#operations/drops/rehearse-drop.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import RehearsalPage, { type RehearsalPageProps } from './rehearsal-page.tsx'

export const routes = [
  staffPage(
    '/admin/drops/:id/rehearsal',
    'products.write',
    'admin/drops/rehearsal-page',
    RehearsalPage,
    loadRehearsalPage,
  ),
]

/** The rehearsal of a drop: beginning one, how it goes, and what came of it. */
async function loadRehearsalPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const { drops } = await currentSetting(shop, DROPS)
  const drop = drops.find(({ id }) => id === request.params['id'])
  if (drop === undefined) return { redirect: '/admin/drops' }
  return {
    status: 200,
    head: staffHead(`Rehearsal of ${drop.name}`, request.path),
    props: {
      frame: await staffFrameProps(shop, request),
      id: drop.id,
      name: drop.name,
      gate: drop.room ? 'room' : drop.draw ? 'draw' : 'none',
      live: await readRehearsal(shop, drop),
      timeZone: shop.settings.timeZone,
    } satisfies RehearsalPageProps,
  }
}
