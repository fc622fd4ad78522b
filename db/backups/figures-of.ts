import { DatabaseSync } from 'node:sqlite'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { readFigures, type Figures } from './figures.ts'
import { withPostgres } from './postgres-client.ts'
import { querySqlite } from './sqlite-copy.ts'

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
