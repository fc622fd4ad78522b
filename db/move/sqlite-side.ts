import { closeSync, existsSync, fsyncSync, linkSync, openSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { isSqliteUnused, moveAside } from '#db/backups/sqlite-load.ts'
import { querySqlite, checkIntegrity } from '#db/backups/sqlite-copy.ts'
import type { SqliteOptions } from '#db/engine/sqlite-dialect.ts'
import {
  DEFERRED_PREFIX,
  makeTables,
  NOT_MOVED,
  MOVE_NOTES_TABLE,
  type MoveNote,
  type MoveSource,
  type MoveTarget,
} from './move-side.ts'
import { toMovedValue, type MovedRow, type MovedTable, type MovedValue, type RowPage } from './moved-rows.ts'

const BUSY_TIMEOUT_MS = 50
/** A table of PostgreSQL that is a search index here. */
const PRODUCT_SEARCH: MovedTable = {
  name: 'product_search',
  columns: ['body', 'product_id'],
  key: ['rowid'],
}

/** Opens the file of a shop that is stopped. Throws CopyRefused. */
export async function openSqliteSource(file: string): Promise<MoveSource> {
  if (!existsSync(file)) throw new CopyRefused(`There is no database ${file}.`)
  const database = openAlone(file)
  try {
    checkIntegrity(database)
    return { ...sideOf(database), checkAlone: async () => {} }
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Writes to a temporary file, renamed when it is complete. `aside`: the folder for a database that exists already;
 * without it, throws CopyRefused.
 */
export async function openSqliteTarget({
  file,
  synchronous,
  aside = null,
}: SqliteOptions & { aside?: string | null }): Promise<MoveTarget> {
  if (!(await isSqliteUnused(file)) && aside === null)
    throw new CopyRefused(`There is already a database ${file}. Use --replace to set it aside.`)
  const draft = `${file}.moving`
  openAlone(draft).close()
  await makeTables({ engine: 'sqlite', file: draft, synchronous })
  const database = openAlone(draft)
  database.exec(`pragma synchronous = ${synchronous}; pragma foreign_keys = off;
    create table if not exists ${MOVE_NOTES_TABLE} (name text primary key, value text not null)`)
  const side = sideOf(database)
  const { note, notes } = notesIn(database)
  const together = (work: () => void) => inTransaction(database, work)
  const clear = ({ name }: MovedTable) => {
    database.exec(`delete from "${name}"`)
    if (name === 'orders') database.exec('delete from order_search')
  }
  return {
    ...side,
    notes,
    async prepare(prepared) {
      const tables = await side.tables()
      together(() => {
        const made = database
          .prepare(
            `select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null`,
          )
          .all()
        for (const [at, { type, name, sql }] of made.entries()) {
          note({ name: `${DEFERRED_PREFIX} ${String(at).padStart(4, '0')}`, value: String(sql) })
          database.exec(`drop ${type} "${name}"`)
        }
        for (const table of tables) clear(table)
        note(prepared)
      })
    },
    async write({ name, columns }, rows, done) {
      together(() => {
        const places = columns.map(() => '?').join(', ')
        const insert = database.prepare(`insert into "${name}" (${quoted(columns)}) values (${places})`)
        for (const row of rows) insert.run(...row)
        if (name === 'orders') writeOrderSearch(database, columns, rows)
        note(done)
      })
    },
    async empty(table, done) {
      together(() => {
        clear(table)
        note(done)
      })
    },
    async finish(onIndex) {
      const later = [...(await notes())].filter(([name]) => name.startsWith(DEFERRED_PREFIX))
      together(() => {
        for (const [at, [, statement]] of later.entries()) {
          onIndex(at, later.length)
          database.exec(statement)
        }
        database.exec(`drop table ${MOVE_NOTES_TABLE}`)
      })
      checkIntegrity(database)
      database.exec('pragma journal_mode = delete')
      database.close()
      if (aside !== null) await moveAside(file, aside)
      giveName(draft, file)
    },
  }
}

function notesIn(database: DatabaseSync) {
  return {
    note: ({ name, value }: MoveNote) =>
      database
        .prepare(`insert or replace into ${MOVE_NOTES_TABLE} (name, value) values (?, ?)`)
        .run(name, value),
    async notes() {
      const rows = database.prepare(`select name, value from ${MOVE_NOTES_TABLE} order by name`).all()
      return new Map(rows.map(({ name, value }) => [String(name), String(value)]))
    },
  }
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('begin immediate')
  try {
    work()
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

/** Opens the file with exclusive access. */
function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return database
  } catch (error) {
    database.close()
    if (!(error as Error).message.includes('locked')) throw error
    throw new CopyRefused(`Another program has ${file} open: stop the shop first.`)
  }
}

function sideOf(database: DatabaseSync) {
  const query = querySqlite(database)
  return {
    engine: 'sqlite' as const,
    query,
    async tables(): Promise<MovedTable[]> {
      const found = await query(`select name from pragma_table_list where schema = 'main' and type = 'table'`)
      const names = found.map(({ name }) => String(name)).filter((name) => !NOT_MOVED.test(name))
      const tables = names.map((name) => {
        const columns = database.prepare(`select name, pk from pragma_table_info(?)`).all(name)
        const inKey = columns
          .filter(({ pk }) => Number(pk) > 0)
          .sort((a, b) => Number(a['pk']) - Number(b['pk']))
        return {
          name,
          columns: columns.map((column) => String(column['name'])).sort(),
          key: inKey.map((column) => String(column['name'])),
        }
      })
      return [...tables, PRODUCT_SEARCH].sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    async page({ name, columns, key }: MovedTable, after: readonly MovedValue[] | null, limit: number) {
      const where = after === null ? '' : `where (${quoted(key)}) > (${key.map(() => '?').join(', ')})`
      const statement = database.prepare(
        `select ${quoted([...columns, ...key])} from "${name}" ${where} order by ${quoted(key)} limit ${limit}`,
      )
      statement.setReturnArrays(true)
      const found = statement.all(...(after ?? [])) as unknown as unknown[][]
      const all = [...columns, ...key]
      const checked = found.map((row) => row.map((value, at) => toMovedValue(name, all[at] ?? '', value)))
      return {
        rows: checked.map((row) => row.slice(0, columns.length)),
        last: checked.at(-1)?.slice(columns.length) ?? [],
      } satisfies RowPage
    },
    close: async () => {
      if (database.isOpen) database.close()
    },
  }
}

/** Only SQLite has a table for the order search; PostgreSQL has an index of the column. */
function writeOrderSearch(
  database: DatabaseSync,
  columns: readonly string[],
  rows: readonly MovedRow[],
): void {
  const [id, text] = [columns.indexOf('id'), columns.indexOf('search_text')]
  const insert = database.prepare('insert into order_search (order_id, body) values (?, ?)')
  for (const row of rows) insert.run(row[id] ?? null, row[text] ?? null)
}

/**
 * Links instead of renaming: a link fails when a file of that name has appeared in the meantime, while renaming would
 * replace it.
 */
function giveName(draft: string, file: string): void {
  linkSync(draft, file)
  unlinkSync(draft)
  if (process.platform === 'win32') return // folders cannot be opened there
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function quoted(names: readonly string[]): string {
  return names.map((name) => (name === 'rowid' ? name : `"${name}"`)).join(', ')
}
