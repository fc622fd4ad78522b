import type { Generated } from 'kysely'
import type { RehearsalOutcome } from '#domain/drops/rehearsal.ts'
import type { RoomPieces } from '#domain/drops/room.ts'
import type { DrawEntryId, DropRoomId, OrderId, ProductId } from '#domain/ids.ts'
import type { Size } from '#domain/catalog/size.ts'

export interface DropTables {
  draw_entries: DrawEntriesTable
  draw_signs: DrawSignsTable
  drop_rooms: DropRoomsTable
  drop_room_steps: DropRoomStepsTable
  drop_turns: DropTurnsTable
  drop_guests: DropGuestsTable
  drop_rehearsals: DropRehearsalsTable
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
  /** Since when who enters has to show work; null: nobody has to. */
  work_since: Generated<number | null>
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

/** Who entered a draw: db/drops/draw-entries.ts. */
interface DrawEntriesTable {
  id: DrawEntryId
  /** The seed of the draw is that of a room. */
  room_id: DropRoomId
  /** In lower case. */
  email: string
  /** A `Customer`, as JSON. */
  customer: string
  product_id: ProductId
  size: Size
  quantity: number
  language: string
  created_at: number
  /** In the order of confirming; null: it is not confirmed, and takes no part. */
  number: number | null
  /** What the seed gives the number; null before the draw. */
  place: number | null
  /** What it won: an order is of one entry. */
  order_id: OrderId | null
  /** When it would have won, had an order for it been possible. */
  passed_at: number | null
  /** When the email about how it went was enqueued. */
  told_at: number | null
  /** The id of the card check at the gateway: it is good for one entry. Null: the draw asked for none. */
  card_check: Generated<string | null>
  /** The sign of that card: a keyed digest, for this drop only. */
  card: Generated<string | null>
}

/** By what a person is known who has entered. `sign`: a keyed digest, for this drop only. */
interface DrawSignsTable {
  sign: string
  entry_id: DrawEntryId
}

/** An address with early access to a drop. `guest`: its keyed digest, for this drop only. */
interface DropGuestsTable {
  guest: string
  drop_id: string
  email: string
  /** Of the latest link that was mailed; it works until it is opened. */
  link_id: string | null
  opened_at: number | null
}

/** The last rehearsal of a drop: db/drops/drop-rehearsals.ts. Times are epoch milliseconds. */
interface DropRehearsalsTable {
  drop_id: string
  robots: number
  /** 1 until it has ended, then null. It is unique: there is one at a time. */
  active: 1 | null
  /** The process that runs it; null before one does, and once it has ended. */
  leased_by: string | null
  leased_until: Generated<number>
  asked_at: number
  /** When staff wanted it to stop. */
  stop_at: number | null
  ended_at: number | null
  /** Null until it has ended. */
  outcome: RehearsalOutcome | null
  /** Why it was refused or cut off, in words. */
  failure: Generated<string>
  /** What it has come to: `RehearsalCourse` as JSON; null: nothing yet. */
  course: string | null
}
