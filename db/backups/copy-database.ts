import { DatabaseSync } from 'node:sqlite'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import type { CopyOptions, DatabaseCopy, LoadOptions } from './database-copy.ts'
import { readFigures, type Figures } from './figures.ts'
import { withPostgres } from './postgres-client.ts'
import { copyPostgres } from './postgres-copy.ts'
import { isPostgresUnused, loadPostgres } from './postgres-load.ts'
import { copySqlite, querySqlite } from './sqlite-copy.ts'
import { isSqliteUnused, loadSqlite } from './sqlite-load.ts'

/** Copies the database as it is at one moment, while the shop sells. Throws CopyRefused. */
export async function copyDatabase(location: DatabaseLocation, options: CopyOptions): Promise<DatabaseCopy> {
  return location.engine === 'sqlite' ? copySqlite(location.file, options) : copyPostgres(location.url)
}

/**
 * Makes a database from a copy and migrates it. It appears only once it is complete. Returns where the replaced
 * database is kept; null when there was none. Throws CopyRefused.
 */
export async function loadDatabase(location: DatabaseLocation, options: LoadOptions): Promise<string | null> {
  return location.engine === 'sqlite' ? loadSqlite(location, options) : loadPostgres(location.url, options)
}

/** Whether there is no database of a shop yet. Throws CopyRefused when it is in use. */
export async function isUnused(location: DatabaseLocation): Promise<boolean> {
  return location.engine === 'sqlite' ? isSqliteUnused(location.file) : isPostgresUnused(location.url)
}

/** Reads the current figures of a database. `onTable`: called with the number of tables read so far. */
export async function readFiguresOf(
  location: DatabaseLocation,
  onTable?: (done: number, all: number) => void,
): Promise<Figures> {
  if (location.engine === 'postgres') {
    return withPostgres(location.url, (_client, query) => readFigures('postgres', query, onTable))
  }
  const database = new DatabaseSync(location.file, { readOnly: true })
  try {
    return await readFigures('sqlite', querySqlite(database), onTable)
  } finally {
    database.close()
  }
}
