import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { openPostgresPool } from '#db/engine/postgres/postgres-pool.ts'
import { preparing, shareLiveness, sharePool } from './suite-connections.ts'

/** A migrated PostgreSQL database and connections to it, for the tests of a suite one after the other. */
export interface SuiteDatabase {
  url: string
  /** Leaves only the rows that are kept. */
  empty(): Promise<void>
  /** Keeps the present rows for the rest of the suite. */
  keep(): Promise<void>
  /** Opens it by the shared connections, which stay open when it is closed. */
  open(): Promise<ShopDatabase>
  /** To be called once, after the last test. */
  giveBack(): Promise<void>
}

/** Bytes by which tables and indexes may have grown: what was deleted still takes room, and time. */
const MAX_GROWTH = 2 * 2 ** 20

/**
 * What a suite may leave behind that emptying does not undo: other columns, constraints or triggers, and statistics,
 * which decide the index that a query uses.
 */
const STATE = `select
  (select json_agg(json_build_array(tableoid::regclass, count, newest)) from (
    select tableoid, count(*), max(xmin::text::bigint) as newest from pg_attribute group by 1
    union all select tableoid, count(*), max(xmin::text::bigint) from pg_constraint group by 1
    union all select tableoid, count(*), max(xmin::text::bigint) from pg_index group by 1
    union all select tableoid, count(*), max(xmin::text::bigint) from pg_trigger group by 1
    union all select tableoid, count(*), max(xmin::text::bigint) from pg_proc group by 1
    union all select tableoid, count(*), max(xmin::text::bigint) from kysely_migration group by 1
    union all select tableoid, count(*), max(xmin::text::bigint) from pg_statistic group by 1
  ) as catalogue)::text as shape,
  (select sum(pg_relation_size(oid))::int from pg_class
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')) as bytes`

const EMPTY = 'select pg_temp.empty_tables()'

let kept: SuiteDatabase | null = null

/** The database of the previous suite, if that left it unchanged: making one takes as long as several tests. */
export async function takeSuiteDatabase(): Promise<SuiteDatabase> {
  const taken = kept ?? (await makeSuiteDatabase())
  kept = null
  return taken
}

/** Emptied before each test: making a database takes much longer, and so does truncating, which makes new files. */
async function makeSuiteDatabase(): Promise<SuiteDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const address = new URL(inject('postgresUrl'))
  const local = new URL(inject('postgresLocalUrl'))
  const server = await connect(local.href)
  await server.query(`create database ${name} template ${inject('postgresTemplate')} strategy file_copy`)
  address.pathname = local.pathname = `/${name}`
  const emptier = await connect(local.href)
  await prepareEmptying(emptier)
  const pool = sharePool(preparing(await openPostgresPool(local.href)))
  const liveness = shareLiveness(local.href)
  const before = await stateOf(emptier)
  let start = EMPTY
  let forget = async () => {}
  const isAsNew = async () => {
    const { shape, bytes } = await stateOf(emptier)
    return shape === before.shape && bytes < before.bytes + MAX_GROWTH
  }

  const made: SuiteDatabase = {
    url: address.href,
    empty: async () => void (await emptier.query(start)),
    async keep() {
      forget = await keepRows(emptier)
      start = `${EMPTY}; select pg_temp.fill_tables()`
    },
    open: () =>
      openDatabase({
        engine: 'postgres',
        url: address.href,
        pool: pool.shared,
        showLiveness: liveness.shared,
      }),
    async giveBack() {
      await forget()
      forget = async () => {}
      start = EMPTY
      if (await isAsNew()) {
        kept = made
        return
      }
      await liveness.end()
      await pool.end()
      await emptier.end()
      await server.query(`drop database ${name} with (force)`)
      await server.end()
    },
  }
  return made
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // It is idle between tests, and when the run ends.
  client.on('error', () => {})
  await client.connect()
  return client
}

interface State {
  shape: string
  bytes: number
}

async function stateOf(client: pg.Client): Promise<State> {
  const { rows } = await client.query<State>(STATE)
  return rows[0] ?? expect.fail('PostgreSQL gave no row')
}

/** What the shop has tables and sequences for; the tables of migrations stay as they are. */
async function listRelations(client: pg.Client): Promise<{ tables: string[]; sequences: string[] }> {
  const tables = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename not like 'kysely_%'`,
  )
  const sequences = await client.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
  )
  return {
    tables: tables.rows.map(({ name }) => name),
    sequences: sequences.rows.map(({ name }) => name),
  }
}

async function prepareEmptying(client: pg.Client): Promise<void> {
  const { tables, sequences } = await listRelations(client)
  // No foreign key is checked, so the order does not matter.
  await client.query('set session_replication_role = replica')
  // A function of this connection, which keeps the plans of its statements.
  await client.query(`create function pg_temp.empty_tables() returns void language plpgsql as $$ begin
    ${tables.map((table) => `delete from ${table};`).join(' ')}
    ${sequences.map((sequence) => `perform setval('${sequence}', 1, false);`).join(' ')}
  end $$`)
}

/**
 * Makes a function of this connection that fills the empty tables with the present rows. Returns a function that drops
 * it.
 */
async function keepRows(client: pg.Client): Promise<() => Promise<void>> {
  const { tables, sequences } = await listRelations(client)
  const used = await client.query<{ name: string }>(
    tables
      .map((table) => `select '${table}' as name where exists (select from ${table})`)
      .join(' union all '),
  )
  const filled = used.rows.map(({ name }, at) => ({ name, copy: `pg_temp.kept_${at}` }))
  for (const { name, copy } of filled) await client.query(`create table ${copy} as table ${name}`)
  const counts = await client.query<{ set: string }>(
    sequences
      .map(
        (name) =>
          `select format('perform setval(%L, %s, %L);', '${name}', last_value, is_called) as set from ${name}`,
      )
      .join(' union all '),
  )
  await client.query(`create function pg_temp.fill_tables() returns void language plpgsql as $$ begin
    ${filled.map(({ name, copy }) => `insert into ${name} table ${copy};`).join(' ')}
    ${counts.rows.map(({ set }) => set).join(' ')}
  end $$`)
  return async () => {
    await client.query('drop function pg_temp.fill_tables()')
    for (const { copy } of filled) await client.query(`drop table ${copy}`)
  }
}
