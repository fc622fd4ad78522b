import { spawnSync } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { readFiguresOf } from '#db/backups/copy-database.ts'
import { differences } from '#db/backups/figures.ts'
import { openDatabase, type DatabaseLocation } from '#db/engine/open-database.ts'
import { migrate, MIGRATIONS } from '#db/migrations/migrate.ts'
import { listOrders } from '#db/orders/order-list.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { runBackfills } from '#operations/upgrades/run-backfills.ts'
import { sellOne } from '#test/operations/move/sell-one.ts'
import { openBackupDesk, type BackupDesk } from '#test/support/backup-desk.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { expectStoredShares } from '#test/support/stored-shares.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { loadOldDatabase, oldDatabases } from './old-database.ts'

/** Rows and sums of the books, which no update changes. */
const COUNTED =
  /^(orders|order_lines|order_events|payments|refunds|disputes|outbox|products|product_sizes|staff_members|contact_messages|newsletter_subscribers|test_gateway_)/

const ORDERS = { orders: 17, payments: 23, products: 3, staff_members: 1 }
const NEWEST = '082-refunded-pickups'

test('the same versions are kept for both engines, including the newest release', () => {
  expect(oldDatabases('postgres')).toEqual(oldDatabases('sqlite'))
  expect(oldDatabases('sqlite').at(-1)).toBe(NEWEST)
})

describeOnEachDatabase('The database of an earlier version', (_open, { location }) => {
  let desk: BackupDesk
  let place: DatabaseLocation
  beforeEach(async () => {
    desk = openBackupDesk(location, Date.now)
    place = await desk.emptyPlace()
  })
  afterEach(() => desk.close())

  describe.each(oldDatabases('sqlite'))('with tables up to %s', (last) => {
    test('has the same tables after the update as a new shop', async () => {
      await loadOldDatabase(place, last)
      await migrateAt(place)
      const fresh = await desk.emptyPlace()
      await migrateAt(fresh)
      const tables = await tablesOf(place)
      expect(tables.length).toBeGreaterThan(100)
      expect(tables).toEqual(await tablesOf(fresh))
    })

    test('has the same amounts due and refundable before and after its rows have their new form', async () => {
      await loadOldDatabase(place, last)
      const database = await openDatabase(place)
      try {
        await migrate(database)
        const shop = await openTestShop(database)
        const before = await moneyOf(shop)
        expect(before).toHaveLength(ORDERS.orders)
        const fillNextRows = runBackfills(shop)
        while ((await fillNextRows()) > 0);
        expect(await moneyOf(shop)).toEqual(before)
        expect(await findBookFaults(database.db)).toEqual([])
        const orders = await database.db.selectFrom('orders').select('id').execute()
        for (const { id } of orders) await expectStoredShares(database.db, id, `order ${id} of ${last}`)
      } finally {
        await database.close()
      }
    })

    test('has the same figures after the update, and sells', async () => {
      await loadOldDatabase(place, last)
      const before = await readFiguresOf(place)
      const stock = await stockOf(place)
      expect(before).toMatchObject(ORDERS)
      const database = await openDatabase(place)
      try {
        expect(await migrate(database)).toEqual(
          Object.keys(MIGRATIONS).filter((migration) => migration > last),
        )
        const changed = differences(before, await readFiguresOf(place)).filter(
          ({ name, before: then, after: now }) => COUNTED.test(name) && then !== null && now !== null,
        )
        expect(changed).toEqual([])
        expect(await stockOf(place)).toEqual(stock)
        expect(await findBookFaults(database.db)).toEqual([])
        const all = { filter: {}, timeZone: 'UTC' }
        const { orders } = await listOrders(database, all, { limit: 99, offset: 0 })
        expect(orders).toHaveLength(Number(before['orders']))
        await sellOne(database)
      } finally {
        await database.close()
      }
    })
  })
})

async function migrateAt(place: DatabaseLocation): Promise<void> {
  const database = await openDatabase(place)
  await migrate(database).finally(() => database.close())
}

/** Every table, index, constraint and trigger, as the engine describes it. */
async function tablesOf(place: DatabaseLocation): Promise<string[]> {
  if (place.engine === 'postgres') {
    const { status, stdout } = spawnSync('pg_dump', ['--schema-only', '--no-owner', place.url], {
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    return stdout.split('\n').filter((line) => !line.includes('restrict '))
  }
  const database = new DatabaseSync(place.file)
  const made = database.prepare('select sql from sqlite_master where sql is not null').all()
  database.close()
  return made
    .map(({ sql }) =>
      String(sql)
        .toLowerCase()
        .replaceAll('"', '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([(),]) ?/g, '$1'),
    )
    .sort()
}

/** What staff see of the money of each order, oldest first. */
async function moneyOf(shop: TestShop): Promise<unknown[]> {
  const { db } = shop.database
  const orders = await db.selectFrom('orders').select('number').orderBy('created_at').orderBy('id').execute()
  const views = await Promise.all(orders.map(({ number }) => findOrderView(shop, number, PERMISSIONS)))
  return views.map((view) => {
    const { state, totals, payment, refundable, remainingParts, balance } =
      view ?? expect.fail('An order is gone')
    return { state, totals, payment, refundable, remainingParts, balance }
  })
}

async function stockOf(place: DatabaseLocation): Promise<unknown[]> {
  const { db, close } = await openDatabase(place)
  try {
    const products = await db.selectFrom('products').select(['id', 'stock']).orderBy('id').execute()
    const sizes = db.selectFrom('product_sizes').select(['product_id', 'size', 'stock'])
    return [...products, ...(await sizes.orderBy('product_id').orderBy('size').execute())]
  } finally {
    await close()
  }
}
