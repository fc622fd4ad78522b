import { hasDraw } from '#domain/drops/draw.ts'
import { momentWords } from '#domain/shop-time.ts'
import { findDrop } from '#operations/drops/find-drop.ts'
import { findPlace, findTurnEnd } from '#operations/drops/join-room.ts'
import { newTask } from '#operations/drops/show-work.ts'
import { findRoomStatus, hasRoom } from '#operations/drops/room-status.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { networkKnown } from '#web/http/limits/client-address.ts'
import { readPlaceCookie, readTurnCookies } from '#web/http/visitors/room-cookies.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { personalPage } from '#web/route.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { showDraw } from './draw-page.server.ts'
import RoomPage, { type RoomPageProps } from './room-page.tsx'

export const routes = [
  personalPage('/drop/:name/room', 'storefront/drop/room-page', RoomPage, loadRoomPage, ['asked']),
]

/** The room as this browser stands in it, by its cookies. */
async function loadRoomPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const drop = await findDrop(shop, request.params['name'] ?? '')
  if (drop !== null && hasDraw(drop)) return showDraw(shop, request, drop)
  const room = drop && hasRoom(drop) ? await findRoomStatus(shop, drop) : null
  if (drop === null || room === null) return problemPage(shop, request, 'not-found')
  const { words, headers = new Headers() } = request
  const { status } = room
  const { name } = (await findDrop(shopInLanguage(shop, request.language), drop.handle)) ?? drop
  const number = readPlaceCookie(headers, shop, room.id)
  const turns = readTurnCookies(headers, shop)
  const endsAt = number === null ? null : await findTurnEnd(shop, turns, { roomId: room.id, number })
  const at = (time: number) => momentWords(time, words.language.LANGUAGE, shop.settings.timeZone)
  return {
    status: 200,
    head: {
      title: words.frame.pageTitle(`${words['drop-room'].heading}: ${name}`),
      description: words['drop-room'].description(name),
      canonical: `/drop/${drop.handle}/room`,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      name,
      handle: drop.handle,
      status,
      task: newTask(shop, room.id, networkKnown(request.address ?? '')),
      isRefused: number === null && request.query.get('asked') === 'work',
      times: { opens: at(status.opensAt), starts: at(status.startsAt) },
      own: number === null ? null : { number, place: await findPlace(room, number) },
      turn: endsAt === null ? null : { endsAt, time: at(endsAt), isOver: endsAt <= status.now },
    } satisfies RoomPageProps,
  }
}
