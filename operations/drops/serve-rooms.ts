import { changeStoredRoom, findServedAt, lockRoom, recordStep } from '#db/drops/drop-rooms.ts'
import { countTurns } from '#db/drops/drop-turns.ts'
import { transact } from '#db/engine/transact.ts'
import { isOutOfStock } from '#domain/catalog/product.ts'
import { nextServed, paceOf, type RoomPieces } from '#domain/drops/room.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { prepareRoom } from '#operations/settings/schedule-drops.ts'
import type { Shop } from '#operations/shop.ts'
import { findDropProducts } from './find-drop.ts'
import { findRoomStatus, hasRoom, type DropWithRoom } from './room-status.ts'

/** How long a place that was served counts as if its turn were taken. */
const CLAIMED_WITHIN_MS = 30_000
/** A turn that no checkout has used for so long makes room for the next, and stays open. */
const IDLE_MS = 3 * 60_000
/** A room that staff have paused or closed is looked at this often. */
const LOOK_MS = 10_000

/** Lets in those whose turn it is, in every room that runs. One process at a time does so for a room. */
export async function serveRooms(shop: Shop): Promise<void> {
  const now = shop.now()
  const { drops } = await currentSetting(shop, DROPS)
  for (const drop of drops.filter(hasRoom)) {
    if (now < drop.soldFrom) continue
    const known = await findRoomStatus(shop, drop, now - LOOK_MS)
    if (known === null) await transact(shop.database, (tx) => prepareRoom(tx, drop, now))
    else if (known.status.phase === 'running') await serve(shop, drop)
  }
}

async function serve(shop: Shop, drop: DropWithRoom): Promise<void> {
  const isSomeLeft = (await findDropProducts(shop, drop)).some((product) => !isOutOfStock(product))
  await transact(shop.database, async (tx) => {
    const room = await lockRoom(tx, drop.id, true)
    if (room === null || room.present === null || room.pausedAt !== null || room.closedAt !== null) return
    const now = shop.now()
    const [servedBefore, lapsed] = await Promise.all([
      findServedAt(tx, room.id, now - CLAIMED_WITHIN_MS),
      findServedAt(tx, room.id, now - drop.room.turnMinutes * 60_000),
    ])
    const { busy, recent, ordering } = await countTurns(tx, room.id, {
      now,
      idleBefore: now - IDLE_MS,
      servedBefore,
    })
    const unclaimed = Math.max(0, room.servedTo - servedBefore - recent)
    const lapsedTo = Math.max(room.lapsedTo, lapsed)
    const pieces: RoomPieces = isSomeLeft ? 'some' : ordering > 0 ? 'held' : 'none'
    const next = isSomeLeft
      ? nextServed(room, { busy, unclaimed }, paceOf(drop.room, room.pace), now)
      : { servedTo: room.servedTo }
    const isSame = next.servedTo === room.servedTo && lapsedTo === room.lapsedTo && pieces === room.pieces
    if (isSame) return
    await changeStoredRoom(tx, room.id, { ...next, lapsedTo, pieces })
    if (next.servedTo > room.servedTo) await recordStep(tx, room.id, now, next.servedTo)
  })
}
