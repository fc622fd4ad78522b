import type { DatabaseLocation } from '#db/engine/open-database.ts'
import type { CopyOptions, DatabaseCopy } from './database-copy.ts'
import { copyPostgres } from './postgres-copy.ts'
import { copySqlite } from './sqlite-copy.ts'

/** Copies the database as it is at one moment, while the shop sells. Throws CopyRefused. */
export async function copyDatabase(location: DatabaseLocation, options: CopyOptions): Promise<DatabaseCopy> {
  return location.engine === 'sqlite' ? copySqlite(location.file, options) : copyPostgres(location.url)
}
