import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { DatabaseLocation } from '#db/engine/open-database.ts'

const ENDING = '.sql.gz'

/**
 * The databases that are kept of landed versions (docs/wings/upgrades.md), by their last migration: compressed SQL that
 * the code of the version made, with nine orders that expired, or were declined, disputed, cancelled, sent, or refunded
 * in part.
 */
export function oldDatabases(engine: DatabaseLocation['engine']): string[] {
  return readdirSync(join(import.meta.dirname, engine))
    .map((file) => file.slice(0, -ENDING.length))
    .sort()
}

/** Fills an empty place with the database of a landed version. */
export async function loadOldDatabase(place: DatabaseLocation, last: string): Promise<void> {
  const file = join(import.meta.dirname, place.engine, last + ENDING)
  const text = gunzipSync(readFileSync(file)).toString()
  if (place.engine === 'sqlite') {
    const database = new DatabaseSync(place.file)
    database.exec(`begin; ${text} commit`)
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  await client.query(`begin; ${text} commit`)
  await client.end()
}
