import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import { openPostgresPool } from '#db/engine/postgres/postgres-pool.ts'
import { preparedName } from '#db/engine/postgres/prepared-names.ts'
import {
  openDatabase,
  type DatabaseLocation,
  type ShopDatabase,
  type ShowLiveness,
} from '#db/engine/open-database.ts'
import { showWorkerLiveness } from '#db/engine/postgres/postgres-worker-liveness.ts'

/** Further connections to the database of the running test, closed after it. */
export interface EachDatabase {
  /** Connects as a second process; its liveness lock is held. */
  connectAgain(): Promise<ShopDatabase>
  /** The location of the running test's database. */
  location(): DatabaseLocation
}

/** Provides fresh, migrated databases. */
interface Source {
  prepare(): Promise<void>
  make(): Promise<DatabaseLocation>
  /** Opens the database of the test for the first time. */
  open(location: DatabaseLocation): Promise<ShopDatabase>
  finish(): Promise<void>
}

/** Registers the suite twice: on SQLite and on PostgreSQL. Every test starts with an empty, migrated database. */
export function describeOnEachDatabase(
  name: string,
  define: (open: () => ShopDatabase, more: EachDatabase) => void,
): void {
  describe.each([
    ['SQLite', sqliteSource],
    ['PostgreSQL', postgresSource],
  ] as const)(`${name} on %s`, (_engine, makeSource) => {
    const source = makeSource()
    let location: DatabaseLocation
    let opened: ShopDatabase[] = []
    const use = async (database: ShopDatabase) => {
      opened.push(database)
      database.onForeignChange(() => {})
      while (database.worker() === null) await setTimeout(2)
      return database
    }
    const connectAgain = async () => use(await openDatabase(location))

    beforeAll(() => source.prepare())
    afterAll(() => source.finish())
    beforeEach(async () => {
      location = await source.make()
      await use(await source.open(location))
    })
    afterEach(async () => {
      for (const database of opened) await database.close()
      opened = []
    })

    define(
      () => {
        const [first] = opened
        if (!first) throw new Error('The database is open only while a test runs')
        return first
      },
      { connectAgain, location: () => location },
    )
  })
}

function sqliteSource(): Source {
  let folder: string
  return {
    async prepare() {
      folder = mkdtempSync(join(tmpdir(), 'redemption-sqlite-'))
    },
    async make() {
      const file = join(folder, `${randomBytes(6).toString('hex')}.db`)
      copyFileSync(inject('sqliteTemplate'), file)
      return { engine: 'sqlite', file, synchronous: 'off' }
    },
    open: openDatabase,
    async finish() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * One database for the suite, emptied before each test: creating one takes much longer on PostgreSQL, and so does
 * truncating, which makes new files for every table. Its tests share connections too: each new one starts a process
 * that reads the catalogue of tables again. Suites share nothing: the statistics of earlier rows would
 * decide which index a query uses.
 */
function postgresSource(): Source {
  const name = `test_${randomBytes(6).toString('hex')}`
  const address = new URL(inject('postgresUrl'))
  const local = new URL(inject('postgresLocalUrl'))
  let server: pg.Client
  let database: pg.Client
  let pool: SharedPool
  let liveness: SharedLiveness
  return {
    async prepare() {
      server = new pg.Client({ connectionString: local.href })
      await server.connect()
      await server.query(`create database ${name} template ${inject('postgresTemplate')} strategy file_copy`)
      address.pathname = local.pathname = `/${name}`
      database = new pg.Client({ connectionString: local.href })
      await database.connect()
      pool = sharePool(preparing(await openPostgresPool(local.href)))
      liveness = shareLiveness(local.href)
      const { rows } = await database.query<{ table: string }>(
        `select quote_ident(tablename) as table from pg_tables
         where schemaname = 'public' and tablename not like 'kysely_%'`,
      )
      const sequences = await database.query<{ sequence: string }>(
        `select quote_ident(sequencename) as sequence from pg_sequences where schemaname = 'public'`,
      )
      // No foreign key is checked, so the order does not matter.
      await database.query('set session_replication_role = replica')
      // A function of this connection, which keeps the plans of its statements.
      await database.query(`create function pg_temp.empty_tables() returns void language plpgsql as $$ begin
        ${rows.map(({ table }) => `delete from ${table};`).join(' ')}
        ${sequences.rows.map(({ sequence }) => `perform setval('${sequence}', 1, false);`).join(' ')}
      end $$`)
    },
    async make() {
      await database.query('select pg_temp.empty_tables()')
      return { engine: 'postgres', url: address.href }
    },
    open: () =>
      openDatabase({
        engine: 'postgres',
        url: address.href,
        pool: pool.shared,
        showLiveness: liveness.shared,
      }),
    async finish() {
      await liveness.end()
      await pool.end()
      await database.end()
      await server.query(`drop database ${name} with (force)`)
      await server.end()
    },
  }
}

const PREPARABLE = /^(select|insert|update|delete|with)\b/

/**
 * Prepares each statement once on each connection, not only those that the shop keeps: a suite repeats its statements,
 * and parsing and planning them is a third of the server's work.
 */
function preparing(pool: PostgresPool): PostgresPool {
  const names = new Map<string, string>()
  const prepared = new WeakSet<PostgresPoolClient>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `test-${names.size}`
    names.set(text, name)
    return name
  }
  return {
    ...pool,
    async connect() {
      const client = await pool.connect()
      if (prepared.has(client)) return client
      prepared.add(client)
      const query = client.query.bind(client) as (statement: unknown, values: readonly unknown[]) => unknown
      const named = (text: string, values: readonly unknown[]) =>
        PREPARABLE.test(text) && preparedName(text) === undefined
          ? query({ name: nameOf(text), text }, values)
          : query(text, values)
      return Object.assign(client, { query: named })
    },
  }
}

interface SharedPool {
  /** Ends when every connection is free again, and leaves them open. */
  shared: PostgresPool
  end(): Promise<void>
}

/** Connections that outlive the databases that use them one after the other. */
function sharePool(pool: PostgresPool): SharedPool {
  const inUse = new Set<unknown>()
  return {
    shared: {
      ...pool,
      async connect() {
        const turn = {}
        inUse.add(turn)
        try {
          const client = await pool.connect()
          const release = client.release.bind(client)
          client.release = (...how) => {
            inUse.delete(turn)
            release(...how)
          }
          return client
        } catch (error) {
          inUse.delete(turn)
          throw error
        }
      },
      async end() {
        while (inUse.size > 0) await setTimeout(2)
      },
    },
    end: () => pool.end(),
  }
}

interface SharedLiveness {
  shared: ShowLiveness
  end(): Promise<void>
}

/** One connection shows that the process of a suite is alive, whichever test runs. */
function shareLiveness(url: string): SharedLiveness {
  let listener = (_topic: string) => {}
  const shown = showWorkerLiveness(url, (topic) => listener(topic))
  return {
    shared(_url, tell) {
      listener = tell
      return { ...shown, end: async () => void (listener = () => {}) }
    },
    end: () => shown.end(),
  }
}
