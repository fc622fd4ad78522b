import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { readFiguresOf } from '#db/backups/copy-database.ts'
import type { Figures } from '#db/backups/figures.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from '#db/engine/open-database.ts'
import { openPostgresSource, openPostgresTarget } from '#db/move/postgres-side.ts'
import { openSqliteSource, openSqliteTarget } from '#db/move/sqlite-side.ts'
import { refuseUnfinishedMove } from '#db/move/unfinished-move.ts'
import { listOrders } from '#db/orders/order-list.ts'
import { moveDatabase, type MovedDatabase } from '#operations/move/move-database.ts'
import { sellOne } from './sell-one.ts'
import { dice, fillRandomShop } from './random-shop.ts'

/** Tables that a shop of a few orders has rows in. */
const FULL =
  `orders order_lines order_adjustments order_events order_shipment_lines erasures payments refunds disputes
  outbox stock_movements audit_events staff_accounts products product_search contact_messages newsletter_subscribers
  test_gateway_intents`.split(/\s+/)

let folder: string
let databases: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-move-'))
  databases = []
})
afterEach(async () => {
  for (const name of databases) await asAdmin(`drop database ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

async function asAdmin(statement: string) {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function emptyPlace(engine: 'sqlite' | 'postgres', template = 'template0'): Promise<DatabaseLocation> {
  const name = `moved_${randomBytes(6).toString('hex')}`
  if (engine === 'sqlite') return { engine, file: join(folder, `${name}.db`), synchronous: 'off' }
  await asAdmin(`create database ${name} template ${template}`)
  databases.push(name)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return { engine, url: url.href }
}

/** A database with the tables of a shop, and no rows. */
async function migratedPlace(engine: 'sqlite' | 'postgres'): Promise<DatabaseLocation> {
  const place = await emptyPlace(engine, inject('postgresTemplate'))
  if (place.engine === 'sqlite') copyFileSync(inject('sqliteTemplate'), place.file)
  return place
}

class Killed extends Error {}

/** Moves in small batches; `dies` says after which step the process is killed. */
async function move(
  from: DatabaseLocation,
  to: DatabaseLocation,
  dies: () => boolean = () => false,
  waitMs = 60_000,
): Promise<MovedDatabase> {
  const source =
    from.engine === 'sqlite' ? await openSqliteSource(from.file) : await openPostgresSource(from.url, waitMs)
  try {
    const target =
      to.engine === 'sqlite' ? await openSqliteTarget(to) : await openPostgresTarget(to.url, waitMs)
    try {
      const onProgress = () => {
        if (dies()) throw new Killed()
      }
      return await moveDatabase({ source, target, batchSize: 25, onProgress })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Opens as a shop does, migrated, and seen by others as alive. */
async function opened(place: DatabaseLocation): Promise<ShopDatabase> {
  const database = await openDatabase(place)
  await migrate(database)
  database.onForeignChange(() => {})
  while (database.worker() === null) await setTimeout(2)
  return database
}

async function filled(place: DatabaseLocation, seed: number, orders = 20): Promise<void> {
  const database = await opened(place)
  await fillRandomShop(database, { seed, orders })
  await database.close()
}

/** A search index is a table on PostgreSQL only. */
async function figuresOf(place: DatabaseLocation): Promise<Figures> {
  const { product_search: _index, ...figures } = await readFiguresOf(place)
  return figures
}

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('moving a shop from %s to %s', (engine, other) => {
  test('has every row and sum, however often it is killed, and sells', async () => {
    const seed = 20
    const [from, to] = [await migratedPlace(engine), await emptyPlace(other)]
    await filled(from, seed)
    const before = await figuresOf(from)
    const random = dice(seed)
    let killed = 0
    let moved: MovedDatabase | null = null
    while (moved === null) {
      let left = 1 + random(40)
      const dies = () => killed < 5 && (left -= 1) === 0
      moved = await move(from, to, dies).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
        killed += 1
        return null
      })
    }
    expect({ killed, wasResumed: moved.wasResumed }).toEqual({ killed: 5, wasResumed: true })
    const full = new Map(moved.tables.map(({ name, rows }) => [name, rows]))
    for (const name of FULL) expect(full.get(name), name).toBeGreaterThan(0)
    expect(await figuresOf(to)).toEqual(before)
    expect(await figuresOf(from)).toEqual(before)

    const database = await opened(to)
    expect(await findBookFaults(database.db)).toEqual([])
    const wanted = { filter: { q: 'émile' }, timeZone: 'UTC' }
    const found = await listOrders(database, wanted, { limit: 99, offset: 0 })
    expect(found.total).toBeGreaterThan(0)
    await sellOne(database)
    await database.close()
    if (to.engine === 'sqlite')
      expect(readdirSync(folder).filter((name) => name.includes('moving'))).toEqual([])
  })

  test('and back has the same rows, and the tables of a new shop', async () => {
    const [from, to, back] = [await migratedPlace(engine), await emptyPlace(other), await emptyPlace(engine)]
    await filled(from, 5, 10)
    const there = await move(from, to)
    const here = await move(to, back)
    const digests = ({ tables }: MovedDatabase) => tables.map(({ name, digest }) => [name, digest])
    expect(digests(here)).toEqual(digests(there))
    expect(await shapeOf(to)).toEqual(await shapeOf(await newShop(other)))
    expect(await shapeOf(back)).toEqual(await shapeOf(await newShop(engine)))
  })

  test('copies again what was sold after a move was killed', async () => {
    const [from, to] = [await migratedPlace(engine), await emptyPlace(other)]
    await filled(from, 6, 10)
    let left = 60
    await expect(move(from, to, () => (left -= 1) === 0)).rejects.toThrow(Killed)
    const database = await opened(from)
    await sellOne(database)
    await database.close()
    await move(from, to)
    expect(await figuresOf(to)).toEqual(await figuresOf(from))
  })

  test('refuses a target with data, a running shop, and the unfinished move of another shop', async () => {
    const [from, to, third] = [
      await migratedPlace(engine),
      await emptyPlace(other),
      await migratedPlace(engine),
    ]
    await filled(from, 7, 3)
    const running = await opened(from)
    await expect(move(from, to, () => false, 0)).rejects.toThrow('stop the shop first')
    await running.close()
    let left = 9
    await expect(move(from, to, () => (left -= 1) === 0)).rejects.toThrow(Killed)
    if (to.engine === 'sqlite') expect(existsSync(to.file)).toBe(false)
    else {
      const unfinished = await openDatabase(to)
      await expect(refuseUnfinishedMove(unfinished)).rejects.toThrow('is not finished')
      await unfinished.close()
    }
    await filled(third, 8, 1)
    const database = await openDatabase(third)
    await database.db.insertInto('settings').values({ name: 'shop-id', value: 'another' }).execute()
    await database.close()
    await expect(move(third, to)).rejects.toThrow('another shop')
    await move(from, to)
    await expect(move(from, to)).rejects.toThrow('already')
  })

  async function newShop(kind: 'sqlite' | 'postgres'): Promise<DatabaseLocation> {
    const place = await emptyPlace(kind)
    const database = await openDatabase(place)
    await migrate(database)
    await database.close()
    return place
  }
})

/** Every table, index, trigger and constraint as the database itself writes it. */
async function shapeOf(place: DatabaseLocation): Promise<unknown[]> {
  const database = await openDatabase(place)
  try {
    const { rows } = await database.db.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(
        place.engine === 'sqlite'
          ? 'select type, name, sql from sqlite_master order by type, name'
          : `select 'index' as type, indexdef as name from pg_indexes where schemaname = 'public'
             union all select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
               from pg_constraint where connamespace = 'public'::regnamespace
             union all select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
             union all select 'column', table_name || ' ' || column_name || ' ' || data_type || coalesce(column_default, '')
               from information_schema.columns where table_schema = 'public'
             order by 1, 2`,
      ),
    )
    return rows
  } finally {
    await database.close()
  }
}
