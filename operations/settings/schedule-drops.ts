import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { scheduleProducts } from '#db/catalog/on-sale.ts'
import { hasEntries, isAnyUnpaid } from '#db/drops/draw-entries.ts'
import { deleteRoom, insertRoom, lockRoom } from '#db/drops/drop-rooms.ts'
import type { Tx } from '#db/engine/transact.ts'
import { hasDraw } from '#domain/drops/draw.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { toDropRoomId, toProductId } from '#domain/ids.ts'
import type { SettingProblem } from './setting-effect.ts'

interface Drops {
  drops: readonly Drop[]
}

/**
 * The products of a drop that is added or changed get its schedule. Those that it no longer has keep theirs. A drop
 * with a waiting room or a draw gets a room, which has the seed.
 */
export async function scheduleDrops(
  tx: Tx,
  { drops: before }: Drops,
  { drops: after }: Drops,
  now: number,
): Promise<SettingProblem | null> {
  for (const { id, name } of before.filter(hasDraw)) {
    const at = after.findIndex((one) => one.id === id)
    const changed = after[at]
    if (changed && hasDraw(changed)) continue
    const room = await lockRoom(tx, id)
    if (room === null || !(await isAnyUnpaid(tx, room.id))) continue
    const message = `Winners in the draw of ${name} hold pieces that they can still pay. Wait until they have, or until their time is over.`
    return { field: changed ? `drops/${at}/${changed.isDraft ? 'isDraft' : 'draw'}` : 'drops', message }
  }
  const scheduleOf = ({ id, products, publicFrom, soldFrom }: Drop) =>
    JSON.stringify({ id, products, publicFrom, soldFrom })
  const old = new Set(before.map(scheduleOf))
  for (const [at, one] of after.entries()) {
    if (one.room !== null || one.draw !== null) {
      const isNewDraw =
        one.draw !== null &&
        !before.some(({ id, draw, soldFrom }) => id === one.id && draw && soldFrom === one.soldFrom)
      const problem = await prepareRoom(tx, one, now, isNewDraw)
      if (problem !== null) return { field: `drops/${at}/soldFrom`, message: problem }
    }
    if (old.has(scheduleOf(one))) continue
    const known: ReadonlySet<string> = await scheduleProducts(tx, one.products.map(toProductId), one)
    if (one.products.some((id) => !known.has(id)))
      return { field: `drops/${at}/products`, message: 'A chosen product was deleted. Remove it.' }
  }
  return null
}

/**
 * Gives a drop its room, with a seed that nobody knows. A drop that is held again gets another one, and no places.
 * `isNewDraw`: it begins anew also where staff had cancelled it. Returns why that cannot be.
 */
export async function prepareRoom(
  tx: Tx,
  { id: dropId, soldFrom }: Pick<Drop, 'id' | 'soldFrom'>,
  now: number,
  isNewDraw = false,
): Promise<string | null> {
  const known = await lockRoom(tx, dropId)
  const isEnded = known !== null && (known.present !== null || (isNewDraw && known.closedAt !== null))
  const isOver = isEnded && soldFrom > now
  if (known !== null && !isOver) return null
  if (known !== null && (await hasEntries(tx, known.id)))
    return 'Its draw is over, and people entered it. For another draw, copy the drop.'
  if (known !== null) await deleteRoom(tx, known.id)
  const seed = randomBytes(32)
  await insertRoom(tx, {
    id: toDropRoomId(randomUUID()),
    dropId,
    seed: seed.toString('hex'),
    commitment: createHash('sha256').update(seed).digest('hex'),
  })
  return null
}
