import type { Client } from 'pg'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { queryPostgres, refuseOtherSessions } from '#db/backups/postgres-client.ts'
import {
  DEFERRED_PREFIX,
  makeTables,
  NOT_MOVED,
  MOVE_NOTES_TABLE,
  type MoveNote,
  type MoveSource,
  type MoveTarget,
} from './move-side.ts'
import { toMovedValue, type MovedTable, type MovedValue, type RowPage } from './moved-rows.ts'

/** How long the sessions of a shop that was just stopped, or of a killed move, may take to end. */
const SESSION_END_TIMEOUT_MS = 5_000
/** The types of the shop's columns: bigint, smallint, integer, double precision; everything else is text. */
const NUMBERS = new Set([20, 21, 23, 701])

/** Reads a stopped shop's database at one moment. Throws CopyRefused. */
export async function openPostgresSource(url: string, waitMs = SESSION_END_TIMEOUT_MS): Promise<MoveSource> {
  const client = await connectAlone(url, waitMs)
  try {
    const side = sideOf(client)
    await client.query('begin isolation level repeatable read read only')
    return { ...side, checkAlone: () => refuseOthers(client, waitMs) }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Opens a database without tables, or with an unfinished move: no shop starts on it. Throws CopyRefused. */
export async function openPostgresTarget(url: string, waitMs = SESSION_END_TIMEOUT_MS): Promise<MoveTarget> {
  await makeNotes(url, waitMs)
  await makeTables({ engine: 'postgres', url })
  const client = await connectAlone(url, waitMs)
  const side = sideOf(client)
  const { note, notes } = notesIn(client)
  const together = (work: () => Promise<unknown>) => inTransaction(client, work)
  return {
    ...side,
    notes,
    async prepare(prepared) {
      const tables = await side.tables()
      await together(async () => {
        let at = 0
        for (const statement of DEFERRED_OBJECTS) {
          const { rows } = await client.query<{ make: string; drop: string }>(statement)
          for (const { make, drop } of rows) {
            await note({ name: `${DEFERRED_PREFIX} ${String(at).padStart(4, '0')}`, value: make })
            await client.query(drop)
            at += 1
          }
        }
        for (const { name } of tables) await client.query(`delete from "${name}"`)
        await note(prepared)
      })
    },
    async write({ name, columns }, rows, done) {
      const types = await side.typesOf(name)
      const lists = columns.map((column, at) => `$${at + 1}::${types.get(column)}[]`).join(', ')
      const values = columns.map((_, at) => rows.map((row) => row[at] ?? null))
      await together(async () => {
        await client.query(
          `insert into "${name}" (${quoted(columns)}) select * from unnest(${lists})`,
          values,
        )
        await note(done)
      })
    },
    empty: ({ name }, done) =>
      together(async () => {
        await client.query(`delete from "${name}"`)
        await note(done)
      }),
    async finish(onIndex) {
      const later = [...(await notes())].filter(([name]) => name.startsWith(DEFERRED_PREFIX))
      await together(async () => {
        for (const [at, [, statement]] of later.entries()) {
          onIndex(at, later.length)
          await client.query(statement)
        }
        const { rows } = await client.query<{ statement: string }>(SEQUENCES)
        for (const { statement } of rows) await client.query(statement)
        await client.query(`drop table ${MOVE_NOTES_TABLE}`)
      })
      await client.query('analyze')
    },
  }
}

/** Makes the table of notes, which marks a database that is being moved to. Throws CopyRefused for one in use. */
async function makeNotes(url: string, waitMs: number): Promise<void> {
  const client = await connectAlone(url, waitMs)
  try {
    const { rows } = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema()',
    )
    if (rows.length > 0 && !rows.some(({ name }) => name === MOVE_NOTES_TABLE)) {
      throw new CopyRefused('The database to move to has tables already: name an empty one.')
    }
    await client.query(
      `create table if not exists ${MOVE_NOTES_TABLE} (name text primary key, value text not null)`,
    )
  } finally {
    await client.end()
  }
}

function notesIn(client: Client) {
  return {
    note: ({ name, value }: MoveNote) =>
      client.query(
        `insert into ${MOVE_NOTES_TABLE} (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
        [name, value],
      ),
    async notes() {
      const { rows } = await client.query<{ name: string; value: string }>(
        `select name, value from ${MOVE_NOTES_TABLE} order by name collate "C"`,
      )
      return new Map(rows.map(({ name, value }) => [name, value]))
    },
  }
}

async function inTransaction(client: Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function refuseOthers(client: Client, waitMs: number): Promise<void> {
  const words = 'Other programs are connected to the PostgreSQL database: stop the shop first.'
  return refuseOtherSessions(queryPostgres(client), waitMs, words)
}

/** Connects once no other program is connected. */
async function connectAlone(url: string, waitMs: number): Promise<Client> {
  const { default: pg } = await import('pg')
  const getTypeParser = (type: number) => (text: string) => (NUMBERS.has(type) ? Number(text) : text)
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } })
  await client.connect()
  try {
    await refuseOthers(client, waitMs)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

function sideOf(client: Client) {
  const query = queryPostgres(client)
  const types = new Map<string, Map<string, string>>()
  const typesOf = async (table: string) => {
    const known = types.get(table)
    if (known) return known
    const { rows } = await client.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = current_schema() and table_name = $1`,
      [table],
    )
    const found = new Map(rows.map(({ name, type }) => [name, type]))
    types.set(table, found)
    return found
  }
  return {
    engine: 'postgres' as const,
    query,
    typesOf,
    async tables(): Promise<MovedTable[]> {
      const found = await query('select tablename as name from pg_tables where schemaname = current_schema()')
      const names = found.map(({ name }) => String(name)).filter((name) => !NOT_MOVED.test(name))
      const tables: MovedTable[] = []
      for (const name of names.sort()) {
        const { rows } = await client.query<{ name: string }>(
          `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
           where indisprimary and indrelid = $1::regclass order by array_position(indkey::int[], attnum::int)`,
          [`"${name}"`],
        )
        const columns = [...(await typesOf(name)).keys()].sort()
        tables.push({ name, columns, key: rows.map((row) => row.name) })
      }
      return tables
    },
    async page({ name, columns, key }: MovedTable, after: readonly MovedValue[] | null, limit: number) {
      const where =
        after === null ? '' : `where (${quoted(key)}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})`
      const all = [...columns, ...key]
      const { rows: found } = await client.query<unknown[]>({
        text: `select ${quoted(all)} from "${name}" ${where} order by ${quoted(key)} limit ${limit}`,
        values: [...(after ?? [])],
        rowMode: 'array',
      })
      const checked = found.map((row) => row.map((value, at) => toMovedValue(name, all[at] ?? '', value)))
      return {
        rows: checked.map((row) => row.slice(0, columns.length)),
        last: checked.at(-1)?.slice(columns.length) ?? [],
      } satisfies RowPage
    },
    close: () => client.end(),
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

const HERE = `(select oid from pg_namespace where nspname = current_schema())`

/**
 * Objects that slow down every inserted row, or refuse it while other rows are missing: references, triggers, and
 * indexes that no constraint needs. Each query returns the statements that create (`make`) and drop (`drop`) the
 * objects.
 */
const DEFERRED_OBJECTS = [
  `select pg_get_triggerdef(t.oid) as make, format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop
   from pg_trigger t join pg_class c on c.oid = tgrelid
   where not tgisinternal and relnamespace = ${HERE} order by tgname`,
  `select pg_get_indexdef(indexrelid) as make, format('drop index %s', indexrelid::regclass) as drop
   from pg_index join pg_class c on c.oid = indrelid
   where relnamespace = ${HERE} and relname not like 'kysely\\_%'
     and not exists (select 1 from pg_constraint where conindid = indexrelid)
   order by indexrelid::regclass::text`,
  `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as make,
     format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
   from pg_constraint k where contype = 'f' and connamespace = ${HERE} order by conname`,
]

/** A statement for each sequence, which sets it to continue after the highest number in its column. */
const SEQUENCES = `
  select format('select setval(%L, coalesce(max(%I), 1), max(%I) is not null) from %s',
    pg_get_serial_sequence(c.oid::regclass::text, attname), attname, attname, c.oid::regclass) as statement
  from pg_class c join pg_attribute a on attrelid = c.oid
  where relkind = 'r' and relnamespace = ${HERE} and attnum > 0 and not attisdropped
    and pg_get_serial_sequence(c.oid::regclass::text, attname) is not null`
