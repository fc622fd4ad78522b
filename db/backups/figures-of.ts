import { DatabaseSync } from 'node:sqlite'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { readFigures, type Figures } from './figures.ts'
import { withPostgres } from './postgres-client.ts'
import { askSqlite } from './sqlite-copy.ts'

/** The figures of a database as it is now. `onTable`: gets how many of the tables are read. */
export async function readFiguresOf(
  location: DatabaseLocation,
  onTable?: (done: number, all: number) => void,
): Promise<Figures> {
  if (location.engine === 'postgres') {
    return withPostgres(location.url, (_client, ask) => readFigures('postgres', ask, onTable))
  }
  const database = new DatabaseSync(location.file, { readOnly: true })
  try {
    return await readFigures('sqlite', askSqlite(database), onTable)
  } finally {
    database.close()
  }
}
