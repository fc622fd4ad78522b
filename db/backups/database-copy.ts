import type { Engine } from '#db/engine/engine.ts'
import type { Figures } from './figures.ts'

/** A consistent copy of the shop's database, taken while the shop sells. */
export interface DatabaseCopy {
  engine: Engine
  /** The last migration. */
  schema: string
  figures: Figures
  /** The keys of all pictures that this copy names. */
  pictureKeys: string[]
  /** The size of the database. */
  bytes: number
  /** The approximate size of `content`: on PostgreSQL a dump has no indexes. */
  contentBytes: number
  /** The copy: an SQLite file, or what pg_dump writes. Read once. Rejects when the copy could not be completed. */
  content(): AsyncIterable<Uint8Array>
  /** Deletes the temporary files of the copy. */
  close(): Promise<void>
}

/** How a copy is made. `folder`: a private folder for unfinished work. */
export interface CopyOptions {
  folder: string
  onProgress(progress: { done: number; all: number }): void
}

/** Why a database cannot be copied or restored, as a sentence for the owner. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused'
}

/** The content of a database; on SQLite it may be a function that writes the file. */
export type LoadContent = AsyncIterable<Uint8Array> | ((file: string) => Promise<void>)

/**
 * How a database is made. `figures`: what it must contain; null when unknown. `keepsVersion`: skips the migrations.
 * `aside`: the new name for a database that exists already. `beforeUse`: called when the new database is complete, just
 * before it is put in place. `onCompared`, `onMigrated`: called with the number of tables compared, and of migrations
 * made.
 */
export interface LoadOptions {
  content: LoadContent
  figures: Figures | null
  keepsVersion?: boolean
  aside: string
  restoredAt: number
  beforeUse(): Promise<void>
  onCompared(done: number, all: number): void
  onMigrated(done: number, all: number): void
}
