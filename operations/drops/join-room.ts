import { arrive, findRoom } from '#db/drops/drop-rooms.ts'
import { readTurnEnd, takeStoredTurn, type TurnKey } from '#db/drops/drop-turns.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { OpenGroup, type GroupMember } from '#db/engine/postgres/open-group.ts'
import { transact } from '#db/engine/transact.ts'
import { placeOf, standingOf } from '#domain/drops/room.ts'
import type { DropRoomId } from '#domain/ids.ts'
import type { Shop } from '#operations/shop.ts'
import { findRoomStatus, type DropWithRoom, type KnownRoom } from './room-status.ts'

interface Arrival {
  roomId: DropRoomId
  startsAt: number
}

/** Those who arrive while the numbers of the last ones are written get theirs together. */
const TOGETHER = { maxSize: 5_000, maxWaitMs: 1_000 }
const groups = new WeakMap<ShopDatabase, OpenGroup<Arrival, number | null>>()

/** The number of one more arrival, which nobody else has; null: the room is gone. */
export function joinRoom(
  { database, now }: Shop,
  drop: DropWithRoom,
  room: KnownRoom,
): Promise<number | null> {
  const group =
    groups.get(database) ??
    new OpenGroup(TOGETHER, async (members: GroupMember<Arrival, number | null>[]) => {
      for (const ofRoom of Map.groupBy(members, ({ asked }) => asked.roomId).values())
        await numberAll(ofRoom, database, now())
    })
  groups.set(database, group)
  return group.join({ roomId: room.id, startsAt: drop.soldFrom })
}

async function numberAll(
  members: GroupMember<Arrival, number | null>[],
  { db }: ShopDatabase,
  now: number,
): Promise<void> {
  const { roomId, startsAt } = members[0]!.asked
  try {
    const count = members.length
    const last = await arrive(db, { id: roomId, count, isBegun: now >= startsAt })
    for (const [at, { resolve }] of members.entries()) resolve(last && last - count + 1 + at)
  } catch (error) {
    for (const { reject } of members) reject(error)
  }
}

/** The place of an arrival; null before the start, which decides it. */
export async function findPlace({ status }: KnownRoom, number: number): Promise<number | null> {
  const { seed, present } = status
  return seed === null || present === null ? null : placeOf(number, seed, present)
}

/**
 * When the turn of an arrival ends, or has ended: sooner than its cookie says when an order was not paid in time. Null:
 * it has taken none. `own`: the turns of the browser; of no other anything is read.
 */
export async function findTurnEnd(
  { database }: Shop,
  own: readonly TurnKey[],
  { roomId, number }: TurnKey,
): Promise<number | null> {
  const turn = own.find((one) => one.roomId === roomId && one.number === number)
  return turn ? readTurnEnd(database.db, turn) : null
}

/** A turn, or why there is none. `ended`: it was taken before, and is over. */
export type TurnOutcome = { kind: 'taken'; endsAt: number } | { kind: 'waits' | 'lapsed' | 'ended' }

/** Takes the turn of an arrival whose place is served. Taken again, it is the same turn. */
export async function takeTurn(shop: Shop, drop: DropWithRoom, number: number): Promise<TurnOutcome> {
  const known = await findRoomStatus(shop, drop)
  const place = known && (await findPlace(known, number))
  if (!known || place === null) return { kind: 'waits' }
  // Another process may have told the browser already.
  const latest = place > known.status.servedTo ? await findRoomStatus(shop, drop, shop.now()) : known
  if (!latest || place > latest.status.servedTo) return { kind: 'waits' }
  const now = shop.now()
  return transact(shop.database, async (tx): Promise<TurnOutcome> => {
    const room = await findRoom(tx, drop.id)
    const standing = room?.id === known.id && room.closedAt === null ? standingOf(place, room) : 'lapsed'
    if (standing !== 'served') return { kind: standing }
    const turn = { place, now, endsAt: now + drop.room.turnMinutes * 60_000 }
    const endsAt = await takeStoredTurn(tx, { roomId: known.id, number }, turn)
    return endsAt > now ? { kind: 'taken', endsAt } : { kind: 'ended' }
  })
}
