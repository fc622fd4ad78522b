import { sql, type Kysely } from 'kysely'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { RoomPieces } from '#domain/drops/room.ts'
import type { DropRoomId } from '#domain/ids.ts'

/** A room as it is stored. `seed`: null before the start, when nothing may know it. */
export interface StoredRoom {
  id: DropRoomId
  commitment: string
  seed: string | null
  arrived: number
  present: number | null
  servedTo: number
  lapsedTo: number
  servedAt: number
  pieces: RoomPieces
  pace: number
  pausedAt: number | null
  closedAt: number | null
  /** Since when who enters has to show work; null: nobody has to. */
  workSince: number | null
  message: string
}

const rooms = (db: Kysely<Database>, dropId: string) =>
  db
    .selectFrom('drop_rooms')
    .select(['id', 'commitment', 'arrived', 'present', 'pieces', 'pace', 'message'])
    .select(['served_to as servedTo', 'lapsed_to as lapsedTo', 'served_at as servedAt'])
    .select(['paused_at as pausedAt', 'closed_at as closedAt', 'work_since as workSince'])
    .select(sql<string | null>`case when present is null then null else seed end`.as('seed'))
    .where('drop_id', '=', dropId)

export async function findRoom(db: Kysely<Database>, dropId: string): Promise<StoredRoom | null> {
  return (await rooms(db, dropId).executeTakeFirst()) ?? null
}

/** The room, locked until the transaction ends; null when there is none, or another process has it and `isJob`. */
export async function lockRoom(tx: Tx, dropId: string, isJob = false): Promise<StoredRoom | null> {
  const room = rooms(tx, dropId).forUpdate()
  return (await (isJob ? room.skipLocked() : room).executeTakeFirst()) ?? null
}

/** Another process may have been first. */
export async function insertRoom(
  tx: Tx,
  room: { id: DropRoomId; dropId: string; seed: string; commitment: string },
): Promise<void> {
  const { dropId, ...same } = room
  await tx
    .insertInto('drop_rooms')
    .values({ ...same, drop_id: dropId })
    .onConflict((conflict) => conflict.column('drop_id').doNothing())
    .execute()
}

/** Deletes a room with its turns. */
export async function deleteRoom(tx: Tx, id: DropRoomId): Promise<void> {
  await tx.deleteFrom('drop_rooms').where('id', '=', id).execute()
}

/**
 * Gives the next `count` numbers to arrivals, and returns the last one. `isBegun`: the time of the start has come.
 * Whoever is first to say so fixes who was present, and makes the seed public, in the same statement.
 */
export async function arrive(
  db: Kysely<Database>,
  { id, count, isBegun }: { id: DropRoomId; count: number; isBegun: boolean },
): Promise<number | null> {
  const row = await db
    .updateTable('drop_rooms')
    .set({
      arrived: sql`arrived + ${count}`,
      ...(isBegun && { present: sql`coalesce(present, arrived)` }),
    })
    .where('id', '=', id)
    .returning('arrived')
    .executeTakeFirst()
  return row?.arrived ?? null
}

export async function changeStoredRoom(
  tx: Tx,
  id: DropRoomId,
  change: Partial<Pick<StoredRoom, 'servedTo' | 'lapsedTo' | 'servedAt' | 'pieces' | 'pace' | 'message'>> &
    Partial<Pick<StoredRoom, 'pausedAt' | 'closedAt' | 'workSince'>>,
): Promise<void> {
  const { servedTo, lapsedTo, servedAt, pausedAt, closedAt, workSince, ...same } = change
  await tx
    .updateTable('drop_rooms')
    .set({
      ...same,
      ...(servedTo !== undefined && { served_to: servedTo }),
      ...(lapsedTo !== undefined && { lapsed_to: lapsedTo }),
      ...(servedAt !== undefined && { served_at: servedAt }),
      ...(pausedAt !== undefined && { paused_at: pausedAt }),
      ...(closedAt !== undefined && { closed_at: closedAt }),
      ...(workSince !== undefined && { work_since: workSince }),
    })
    .where('id', '=', id)
    .execute()
}

/** Notes how far a room serves from now on. */
export async function recordStep(tx: Tx, id: DropRoomId, at: number, servedTo: number): Promise<void> {
  await tx
    .insertInto('drop_room_steps')
    .values({ room_id: id, at, served_to: servedTo })
    .onConflict((conflict) => conflict.columns(['room_id', 'at']).doUpdateSet({ served_to: servedTo }))
    .execute()
}

/** How far a room served at a time. */
export async function findServedAt(db: Kysely<Database>, id: DropRoomId, at: number): Promise<number> {
  const row = await db
    .selectFrom('drop_room_steps')
    .select('served_to')
    .where('room_id', '=', id)
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.served_to ?? 0
}
