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
  /** About how many bytes `content` gives: on PostgreSQL a dump has no indexes. */
  contentBytes: number
  /** The copy: an SQLite file, or what pg_dump writes. Read once. Rejects when the copy could not be completed. */
  content(): AsyncIterable<Uint8Array>
  /** Deletes what the copy needed on this machine. */
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

/** The content of a database; on SQLite also what writes its file. */
export type LoadContent = AsyncIterable<Uint8Array> | ((file: string) => Promise<void>)

/**
 * What a database is made of. `figures`: what it must contain; null: that is not known. `keepsVersion`: its tables stay
 * as they are, instead of being brought up to date. `aside`: the new name of a database that was there before.
 * `beforeUse`: called when the new database is whole, just before it takes its place. `onCompared`, `onMigrated`: get
 * how many of the tables are compared, and of the migrations made.
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
