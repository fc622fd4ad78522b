import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject, test } from 'vitest'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from '#db/engine/open-database.ts'
import { takeSuiteDatabase, type SuiteDatabase } from './postgres/suite-database.ts'

/** Further connections to the database of the running test, closed after it. */
export interface EachDatabase {
  /** Connects as a second process; its liveness lock is held. */
  connectAgain(): Promise<ShopDatabase>
  /** The location of the running test's database. */
  location(): DatabaseLocation
  /** Writes once what every test of the suite starts with, instead of with no rows. To be called once. */
  startWith(write: () => Promise<void>): void
  /** A test of what only PostgreSQL does. */
  testOnPostgres(name: string, run: () => Promise<void>): void
  /** A test of what does not depend on the engine, such as roles or pictures: on SQLite only. */
  testOnce: Pick<typeof test, 'each'> & ((name: string, run: () => Promise<void> | void) => void)
}

/** Provides fresh, migrated databases. */
interface Source {
  prepare(): Promise<void>
  make(): Promise<DatabaseLocation>
  /** Opens the database of the test for the first time. */
  open(location: DatabaseLocation): Promise<ShopDatabase>
  /** From now on, fresh databases have the rows that this closed one has. */
  keep(location: DatabaseLocation): Promise<void>
  finish(): Promise<void>
}

const NO_TEST = Object.assign(() => {}, { each: () => () => {} }) as unknown as EachDatabase['testOnce']

/** Registers the suite twice: on SQLite and on PostgreSQL. Every test starts with an empty, migrated database. */
export function describeOnEachDatabase(
  name: string,
  define: (open: () => ShopDatabase, more: EachDatabase) => void,
): void {
  describe.each([
    ['SQLite', sqliteSource],
    ['PostgreSQL', postgresSource],
  ] as const)(`${name} on %s`, (engine, makeSource) => {
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
    const start = async () => {
      location = await source.make()
      await use(await source.open(location))
    }
    const close = async () => {
      for (const database of opened) await database.close()
      opened = []
    }

    beforeAll(() => source.prepare())
    afterAll(() => source.finish())
    beforeEach(start)
    afterEach(close)

    define(
      () => {
        const [first] = opened
        if (!first) throw new Error('The database is open only while a test runs')
        return first
      },
      {
        connectAgain,
        location: () => location,
        startWith: (write) =>
          beforeAll(async () => {
            await start()
            await write()
            await close()
            await source.keep(location)
          }),
        testOnPostgres: (rule, run) => {
          if (engine === 'PostgreSQL') test(rule, run)
        },
        testOnce: engine === 'SQLite' ? test : NO_TEST,
      },
    )
  })
}

function sqliteSource(): Source {
  let folder: string
  let template: string
  return {
    async prepare() {
      folder = mkdtempSync(join(tmpdir(), 'redemption-sqlite-'))
      template = inject('sqliteTemplate')
    },
    async make() {
      const file = join(folder, `${randomBytes(6).toString('hex')}.db`)
      copyFileSync(template, file)
      return { engine: 'sqlite', file, synchronous: 'off' }
    },
    open: openDatabase,
    async keep(location) {
      if (location.engine === 'sqlite') template = location.file
    },
    async finish() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function postgresSource(): Source {
  let database: SuiteDatabase
  return {
    async prepare() {
      database = await takeSuiteDatabase()
    },
    async make() {
      await database.empty()
      return { engine: 'postgres', url: database.url }
    },
    open: () => database.open(),
    keep: () => database.keep(),
    finish: () => database.giveBack(),
  }
}
