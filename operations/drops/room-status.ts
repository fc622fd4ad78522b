import { arrive, findRoom, findServedAt, type StoredRoom } from '#db/drops/drop-rooms.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Drop, DropRoom } from '#domain/drops/drop.ts'
import { paceOf, type RoomPhase, type RoomStatus } from '#domain/drops/room.ts'
import type { DropRoomId } from '#domain/ids.ts'
import type { Shop } from '#operations/shop.ts'

/** A drop that has a waiting room. */
export type DropWithRoom = Drop & { room: DropRoom }

/** A room, what everybody may know of it, and what staff make of its speed, in percent. */
export interface KnownRoom {
  id: DropRoomId
  status: RoomStatus
  pace: number
}

type Deps = Pick<Shop, 'database' | 'log' | 'now'>

const FRESH_MS = 1_000
const ASK_AGAIN = { least: 3, most: 60 }
/** Over how long the speed is measured. */
const MEASURED_MS = 60_000

/** What a process knows of a room. `served`: how far it served `MEASURED_MS` before that. */
interface Read {
  at: number
  stored: StoredRoom
  servedEarlier: number
}

interface Memory {
  last: Read | null
  reading: Promise<Read | null> | null
  /** When it could last not be read. */
  failedAt: number
}

const memories = new WeakMap<ShopDatabase, Map<string, Memory>>()

/** Whether a drop has a waiting room. */
export function hasRoom(drop: Drop): drop is DropWithRoom {
  return drop.room !== null && !drop.isDraft
}

/**
 * The room of a drop, which this process reads at most once a second, however many ask; null where it was not prepared.
 * `since`: not read before this time. While the database is down, as it was read last.
 */
export async function findRoomStatus(
  shop: Deps,
  drop: DropWithRoom,
  since = shop.now() - FRESH_MS,
): Promise<KnownRoom | null> {
  const memory = memoryOf(shop.database, drop.id)
  const { last: known } = memory
  const now = shop.now()
  const isOld = known === null || known.at <= since || hasBegunSince(known, drop, now)
  if (isOld && (known === null || memory.failedAt <= now - FRESH_MS)) {
    memory.reading ??= read(shop, drop)
      .catch((error: unknown) => {
        if (known === null) throw error
        memory.failedAt = now
        shop.log.error('A waiting room could not be read', error)
        return known
      })
      .finally(() => (memory.reading = null))
    memory.last = await memory.reading
  }
  const { last } = memory
  return last && { id: last.stored.id, pace: last.stored.pace, status: statusOf(last, drop, shop.now()) }
}

function hasBegunSince(
  { stored }: Pick<Read, 'stored'>,
  { soldFrom }: Pick<DropWithRoom, 'soldFrom'>,
  now: number,
): boolean {
  return stored.present === null && now >= soldFrom
}

function memoryOf(database: ShopDatabase, dropId: string): Memory {
  const ofShop = memories.get(database) ?? new Map<string, Memory>()
  const memory = ofShop.get(dropId) ?? { last: null, reading: null, failedAt: 0 }
  memories.set(database, ofShop.set(dropId, memory))
  return memory
}

/** Whoever is first to look after the start begins it. */
async function read({ database: { db }, now }: Deps, { id, soldFrom }: DropWithRoom): Promise<Read | null> {
  const at = now()
  let stored = await findRoom(db, id)
  if (stored !== null && hasBegunSince({ stored }, { soldFrom }, at)) {
    await arrive(db, { id: stored.id, count: 0, isBegun: true })
    stored = await findRoom(db, id)
  }
  if (stored === null) return null
  const servedEarlier = stored.present === null ? 0 : await findServedAt(db, stored.id, at - MEASURED_MS)
  return { at, stored, servedEarlier }
}

function statusOf(
  { stored, servedEarlier }: Read,
  { room, soldFrom }: DropWithRoom,
  now: number,
): RoomStatus {
  const { commitment, seed, present, arrived, servedTo, lapsedTo, servedAt, pieces, workSince, message } =
    stored
  const opensAt = soldFrom - room.opensMinutes * 60_000
  const phase = phaseOf(stored, opensAt, now)
  const { turns, perMinute: most } = paceOf(room, stored.pace)
  const measured = ((servedTo - servedEarlier) * 60_000) / MEASURED_MS
  // Nothing can be measured yet, or nobody waits for long.
  const isQuick = now - soldFrom < MEASURED_MS || arrived - servedTo <= 1 + most / 30
  // However slowly turns are used, each ends.
  const expected = isQuick ? most : Math.min(most, Math.max(measured, turns / room.turnMinutes))
  const perMinute = phase === 'paused' || pieces !== 'some' ? null : Math.round(expected * 10) / 10
  const isServing = phase === 'running' && perMinute !== null
  return {
    phase,
    now,
    opensAt,
    startsAt: soldFrom,
    commitment,
    seed,
    present,
    arrived,
    servedTo,
    lapsedTo,
    perMinute,
    nextAt: isServing ? Math.round(Math.max(now, servedAt + 60_000 / perMinute)) : null,
    pieces,
    turnMinutes: room.turnMinutes,
    asksWork: workSince !== null,
    message,
    askAgain: ASK_AGAIN,
  }
}

function phaseOf({ pausedAt, closedAt, present }: StoredRoom, opensAt: number, now: number): RoomPhase {
  if (closedAt !== null) return 'closed'
  if (present === null) return now < opensAt ? 'before' : 'open'
  return pausedAt === null ? 'running' : 'paused'
}
