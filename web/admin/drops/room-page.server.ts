import { findDropWithRoom, readLiveRoom } from '#operations/drops/change-room.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import RoomPage, { type RoomPageProps } from './room-page.tsx'

export const routes = [
  staffPage('/admin/drops/:id/room', 'products.write', 'admin/drops/room-page', RoomPage, loadRoomPage),
]

/** The room of a drop, live. */
async function loadRoomPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const id = request.params['id'] ?? ''
  const drop = await findDropWithRoom(shop, id)
  const live = drop && (await readLiveRoom(shop, drop))
  if (drop === null || live === null) return { redirect: '/admin/drops' }
  return {
    status: 200,
    head: staffHead(`Waiting room of ${drop.name}`, request.path),
    props: {
      frame: await staffFrameProps(shop, request),
      id,
      name: drop.name,
      handle: drop.handle,
      live,
      timeZone: shop.settings.timeZone,
    } satisfies RoomPageProps,
  }
}
