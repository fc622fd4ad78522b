import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from '#db/engine/open-database.ts'

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
  remove(location: DatabaseLocation): Promise<void>
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
    const connectAgain = async () => {
      const database = await openDatabase(location)
      opened.push(database)
      database.onForeignChange(() => {})
      while (database.worker() === null) await setTimeout(2)
      return database
    }

    beforeAll(() => source.prepare())
    afterAll(() => source.finish())
    beforeEach(async () => {
      location = await source.make()
      await connectAgain()
    })
    afterEach(async () => {
      for (const database of opened) await database.close()
      opened = []
      await source.remove(location)
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
  const template = () => join(folder, 'template.db')
  return {
    async prepare() {
      folder = mkdtempSync(join(tmpdir(), 'redemption-sqlite-'))
      const database = await openDatabase({ engine: 'sqlite', file: template(), synchronous: 'off' })
      await migrate(database)
      await database.close()
    },
    async make() {
      const file = join(folder, `${randomBytes(6).toString('hex')}.db`)
      copyFileSync(template(), file)
      return { engine: 'sqlite', file, synchronous: 'off' }
    },
    async remove() {},
    async finish() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * One database for the suite, emptied before each test: creating one takes much longer on PostgreSQL, and so does
 * truncating, which makes new files for every table.
 */
function postgresSource(): Source {
  const name = `test_${randomBytes(6).toString('hex')}`
  const address = new URL(inject('postgresUrl'))
  let server: pg.Client
  let database: pg.Client
  let emptyTables: string
  return {
    async prepare() {
      server = new pg.Client({ connectionString: address.href })
      await server.connect()
      await server.query(`create database ${name} template ${inject('postgresTemplate')}`)
      address.pathname = `/${name}`
      database = new pg.Client({ connectionString: address.href })
      await database.connect()
      const { rows } = await database.query<{ table: string }>(
        `select quote_ident(tablename) as table from pg_tables
         where schemaname = 'public' and tablename not like 'kysely_%'`,
      )
      const sequences = await database.query<{ sequence: string }>(
        `select quote_ident(sequencename) as sequence from pg_sequences where schemaname = 'public'`,
      )
      emptyTables = [
        'begin',
        // No foreign key is checked, so the order does not matter.
        'set local session_replication_role = replica',
        ...rows.map(({ table }) => `delete from ${table}`),
        ...sequences.rows.map(({ sequence }) => `select setval('${sequence}', 1, false)`),
        'commit',
      ].join('; ')
    },
    async make() {
      await database.query(emptyTables)
      return { engine: 'postgres', url: address.href }
    },
    async remove() {},
    async finish() {
      await database.end()
      await server.query(`drop database ${name} with (force)`)
      await server.end()
    },
  }
}
