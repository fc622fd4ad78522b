import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { readFiguresOf } from '#db/backups/figures-of.ts'
import { differences } from '#db/backups/figures.ts'
import { openDatabase, type DatabaseLocation } from '#db/engine/open-database.ts'
import { migrate, MIGRATIONS } from '#db/migrations/migrate.ts'
import { listOrders } from '#db/orders/order-list.ts'
import { sellOne } from '#test/operations/move/sell-one.ts'
import { openBackupDesk, type BackupDesk } from '#test/support/backup-desk.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { loadOldDatabase, oldDatabases } from './old-database.ts'

/** Rows and sums of the books, which no update changes; but the subtotal once held tax and shipping. */
const COUNTED =
  /^(orders|order_lines|order_events|payments|refunds|disputes|outbox|products|product_sizes|staff_members|contact_messages|newsletter_subscribers|test_gateway_)/
const MOVED = new Set(['orders.subtotal_cents'])

test('the same versions are kept on both engines, and the one of the last landing is among them', () => {
  expect(oldDatabases('postgres')).toEqual(oldDatabases('sqlite'))
  expect(oldDatabases('sqlite')).toEqual(
    expect.arrayContaining(['007-checkout-limits', '036-backups', '053-backfills']),
  )
})

describeOnEachDatabase('The database of a landed version', (_open, { location }) => {
  let desk: BackupDesk
  let place: DatabaseLocation
  beforeEach(async () => {
    desk = openBackupDesk(location, Date.now)
    place = await desk.emptyPlace()
  })
  afterEach(() => desk.close())

  describe.each(oldDatabases('sqlite'))('with tables up to %s', (last) => {
    test('has the same figures after the update, and sells', async () => {
      await loadOldDatabase(place, last)
      const before = await readFiguresOf(place)
      const stock = await stockOf(place)
      expect(before).toMatchObject({ orders: 9, payments: 9, products: 2, staff_members: 1 })
      const database = await openDatabase(place)
      try {
        expect(await migrate(database)).toEqual(
          Object.keys(MIGRATIONS).filter((migration) => migration > last),
        )
        const changed = differences(before, await readFiguresOf(place)).filter(
          ({ name, before: then, after: now }) =>
            COUNTED.test(name) && then !== null && now !== null && !MOVED.has(name),
        )
        expect(changed).toEqual([])
        expect(await stockOf(place)).toEqual(stock)
        expect(await findBookFaults(database.db)).toEqual([])
        const all = { state: null, from: null, until: null }
        const { orders } = await listOrders(database, { ...all, query: '' }, { limit: 99, offset: 0 })
        expect(orders).toHaveLength(9)
        await sellOne(database)
      } finally {
        await database.close()
      }
    })
  })
})

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
