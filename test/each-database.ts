import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from '#db/open-database.ts'

/** What a suite gets besides `open`: more connections to the database of the running test, closed after it. */
export interface EachDatabase {
  /** A second process, as far as the database can tell. */
  connectAgain(): Promise<ShopDatabase>
  /** Where the database of the running test is. */
  location(): DatabaseLocation
}

/** Makes fresh, migrated databases. */
interface Source {
  prepare(): Promise<void>
  make(): Promise<DatabaseLocation>
  remove(location: DatabaseLocation): Promise<void>
  finish(): Promise<void>
}

/** Registers the suite twice: on SQLite and on PostgreSQL. Every test starts with a fresh, migrated, empty database. */
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

function postgresSource(): Source {
  let admin: pg.Client
  return {
    async prepare() {
      admin = new pg.Client({ connectionString: inject('postgresUrl') })
      await admin.connect()
    },
    async make() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await admin.query(`create database ${name} template ${inject('postgresTemplate')}`)
      const url = new URL(inject('postgresUrl'))
      url.pathname = `/${name}`
      return { engine: 'postgres', url: url.href }
    },
    async remove(location) {
      if (location.engine !== 'postgres') return
      await admin.query(`drop database ${new URL(location.url).pathname.slice(1)} with (force)`)
    },
    async finish() {
      await admin.end()
    },
  }
}
