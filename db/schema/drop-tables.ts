import type { Generated } from 'kysely'
import type { RoomPieces } from '#domain/drops/room.ts'
import type { DropRoomId } from '#domain/ids.ts'

export interface DropTables {
  drop_rooms: DropRoomsTable
  drop_room_steps: DropRoomStepsTable
  drop_turns: DropTurnsTable
}

/** What the waiting room of a drop has come to: db/drops/drop-rooms.ts. A drop that is held again gets another one. */
interface DropRoomsTable {
  id: DropRoomId
  drop_id: string
  /** 32 bytes as hexadecimal digits. Secret until the start: nothing reads it before. */
  seed: string
  /** The SHA-256 of those bytes. */
  commitment: string
  /** The last number that was given to an arrival. */
  arrived: Generated<number>
  /** How many had arrived at the start; null before it. */
  present: Generated<number | null>
  served_to: Generated<number>
  lapsed_to: Generated<number>
  /** Until when the speed was used up. */
  served_at: Generated<number>
  pieces: Generated<RoomPieces>
  /** What staff make of the speed and the turns that the drop is set to, in percent. */
  pace: Generated<number>
  paused_at: Generated<number | null>
  closed_at: Generated<number | null>
  /** To those who wait. */
  message: Generated<string>
}

/** How far a room served when. */
interface DropRoomStepsTable {
  room_id: DropRoomId
  at: number
  served_to: number
}

/** A turn that somebody took. `number`: of the arrival. */
interface DropTurnsTable {
  room_id: DropRoomId
  number: number
  place: number
  taken_at: number
  ends_at: number
  /** The checkout that uses it; null: none yet. */
  checkout_id: string | null
}
