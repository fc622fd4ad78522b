import type { Engine } from '#db/engine/engine.ts'
import type { RunQuery } from '#db/backups/figures.ts'
import { openDatabase, type DatabaseLocation } from '#db/engine/open-database.ts'
import { migrate } from '#db/migrations/migrate.ts'
import type { MovedRow, MovedTable, MovedValue, RowPage } from './moved-rows.ts'

/** The database that a move reads, or writes. It is locked until it is closed. */
export interface MoveSide {
  engine: Engine
  query: RunQuery
  /** The tables of the shop, by name, without those that only this engine has. */
  tables(): Promise<MovedTable[]>
  /** The next rows after a key; null: the first ones. */
  page(table: MovedTable, after: readonly MovedValue[] | null, limit: number): Promise<RowPage>
  close(): Promise<void>
}

/** The database that a move reads. */
export interface MoveSource extends MoveSide {
  /** Throws CopyRefused when a shop was started on it in the meantime. */
  checkAlone(): Promise<void>
}

/** The database that a move writes. A note is written in the transaction of the rows that it is about. */
export interface MoveTarget extends MoveSide {
  /** The notes about the move so far. */
  notes(): Promise<Map<string, string>>
  /**
   * Drops the indexes, triggers and references, which `finish` recreates, and empties the tables. A repeated call does
   * nothing.
   */
  prepare(note: MoveNote): Promise<void>
  write(table: MovedTable, rows: readonly MovedRow[], note: MoveNote): Promise<void>
  empty(table: MovedTable, note: MoveNote): Promise<void>
  /** Recreates what was dropped, and makes the database usable, all at once. */
  finish(onIndex: (done: number, all: number) => void): Promise<void>
}

/** A note about the progress of a move. */
export interface MoveNote {
  name: string
  value: string
}

/** The table of the notes. A database that has it is incomplete. */
export const MOVE_NOTES_TABLE = 'unfinished_move'

/** The names of tables that are not the shop's data. */
export const NOT_MOVED = /^(kysely_|unfinished_move$|_litestream_|sqlite_)/

/** The prefix of the names of notes that are statements to run at the end, in the order of their names. */
export const DEFERRED_PREFIX = 'later'

/** Makes the tables of this version in the database to move to. */
export async function makeTables(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location)
  await migrate(database).finally(() => database.close())
}
