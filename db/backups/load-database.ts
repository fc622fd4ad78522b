import type { DatabaseLocation } from '#db/engine/open-database.ts'
import type { LoadOptions } from './database-copy.ts'
import { isPostgresUnused, loadPostgres } from './postgres-load.ts'
import { isSqliteUnused, loadSqlite } from './sqlite-load.ts'

/** Whether there is no database of a shop yet. Throws CopyRefused when it is in use. */
export async function isUnused(location: DatabaseLocation): Promise<boolean> {
  return location.engine === 'sqlite' ? isSqliteUnused(location.file) : isPostgresUnused(location.url)
}

/**
 * Makes a database from a copy and migrates it. It appears only once it is complete. Returns where the replaced
 * database is kept; null when there was none. Throws CopyRefused.
 */
export async function loadDatabase(location: DatabaseLocation, options: LoadOptions): Promise<string | null> {
  return location.engine === 'sqlite' ? loadSqlite(location, options) : loadPostgres(location.url, options)
}
