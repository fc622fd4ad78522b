import { createReadStream, statfsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { formatBytes } from '#domain/backups/time-left.ts'
import { CopyRefused, type CopyOptions, type DatabaseCopy } from './database-copy.ts'
import { readFigures, readPictureKeys, readSchemaName, type RunQuery } from './figures.ts'

const PAGES_PER_STEP = 256
/** The disk space that must remain for the shop. */
const MIN_FREE_BYTES = 50_000_000

/**
 * Copies the file with SQLite's online backup, from one read transaction: the copy shows the database at one moment,
 * whatever is sold in the meantime, and blocks nothing. The copy is checked before it is used.
 */
export async function copySqlite(file: string, { folder, onProgress }: CopyOptions): Promise<DatabaseCopy> {
  const work = await mkdtemp(join(folder, 'copy-'))
  const close = () => rm(work, { recursive: true, force: true })
  const copy = join(work, 'shop.db')
  try {
    const source = new DatabaseSync(file, { readOnly: true })
    try {
      source.exec('begin')
      const bytes = sizeOf(source) // this read starts the transaction's snapshot
      refuseWithoutRoom(folder, bytes)
      await backup(source, copy, {
        rate: PAGES_PER_STEP,
        progress: ({ totalPages, remainingPages }) =>
          onProgress({ done: totalPages - remainingPages, all: totalPages }),
      })
    } finally {
      source.close()
    }
    const database = new DatabaseSync(copy)
    try {
      // The copy is one file from here on, without a log beside it.
      database.exec('pragma journal_mode = delete')
      checkIntegrity(database)
      const query = querySqlite(database)
      const figures = await readFigures('sqlite', query)
      const bytes = (await stat(copy)).size
      return {
        engine: 'sqlite',
        schema: await readSchemaName(query),
        figures,
        pictureKeys: await readPictureKeys(query, figures),
        bytes,
        contentBytes: bytes,
        content: () => createReadStream(copy, { highWaterMark: 1_000_000 }),
        close,
      }
    } finally {
      database.close()
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs queries on an SQLite database. */
export function querySqlite(database: DatabaseSync): RunQuery {
  return async (sql) => database.prepare(sql).all()
}

/** Throws CopyRefused when the file or a reference between its rows is damaged. */
export function checkIntegrity(database: DatabaseSync): void {
  const found = database.prepare('pragma integrity_check(3)').all()
  const words = found.map((row) => String(row['integrity_check']))
  if (words.join() !== 'ok') throw new CopyRefused(`The database is damaged: ${words.join('; ')}.`)
  const [lost] = database.prepare('pragma foreign_key_check').all()
  if (lost) {
    const { table, parent } = lost
    throw new CopyRefused(`The database is damaged: a row of ${table} refers to a missing row of ${parent}.`)
  }
}

function sizeOf(database: DatabaseSync): number {
  const row = database
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get()
  return Number(row?.['bytes'])
}

function refuseWithoutRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= bytes + MIN_FREE_BYTES) return
  throw new CopyRefused(
    `There is no room for a copy of the database (${formatBytes(bytes)}) in ${folder}: ${formatBytes(bavail * bsize)} are free.`,
  )
}
