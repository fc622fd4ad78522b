import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { readFiguresOf } from '#db/backups/figures-of.ts'
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
import { openTestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import type { OrderView } from '#web/views/orders/order-view.ts'
import { loadOldDatabase, oldDatabases } from './old-database.ts'

/** Rows and sums of the books, which no update changes; but the subtotal once held tax and shipping. */
const COUNTED =
  /^(orders|order_lines|order_events|payments|refunds|disputes|outbox|products|product_sizes|staff_members|contact_messages|newsletter_subscribers|test_gateway_)/
const MOVED = new Set(['orders.subtotal_cents'])

const FEW_ORDERS = { orders: 9, payments: 9, products: 2, staff_members: 1 }
/** From this version on, staff also changed and refunded orders of the kept shop: by link, by cash, waived, by item. */
const RICH = '068-sales-so-far'
const MANY_ORDERS = { orders: 17, payments: 23, products: 3, staff_members: 1 }
const NEWEST = '082-refunded-pickups'

test('the same versions are kept for both engines, including the most recent landing', () => {
  expect(oldDatabases('postgres')).toEqual(oldDatabases('sqlite'))
  expect(oldDatabases('sqlite')).toEqual(
    expect.arrayContaining(['007-checkout-limits', '036-backups', '053-backfills', RICH, NEWEST]),
  )
})

type OrderMoney = Pick<
  OrderView,
  'state' | 'totals' | 'payment' | 'refundable' | 'remainingParts' | 'balance'
>

/** Staff waived the increase of this order. */
function isWaived({ totals }: OrderMoney): boolean {
  return totals.some(([label]) => label === 'Agreed')
}

describeOnEachDatabase('The database of an earlier version', (_open, { location }) => {
  let desk: BackupDesk
  let place: DatabaseLocation
  beforeEach(async () => {
    desk = openBackupDesk(location, Date.now)
    place = await desk.emptyPlace()
  })
  afterEach(() => desk.close())

  test.each(oldDatabases('sqlite').filter((last) => RICH <= last && last < NEWEST))(
    'with tables up to %s has the same amounts due and refundable as one of the current version',
    async (last) => {
      const [old, newest] = [await moneyAfterUpdate(last), await moneyAfterUpdate(NEWEST)]
      expect(newest).toHaveLength(MANY_ORDERS.orders)
      // Before 070 a unit was refunded before its waiver lowered its tax: what the customer got stays as it was.
      const isComparable = (order: OrderMoney) => last >= '070-kept-shares' || !isWaived(order)
      expect(old.filter(isComparable)).toEqual(newest.filter(isComparable))
      const sums = (orders: OrderMoney[]) =>
        orders.map(({ payment, totals }) => ({ payment, total: totals.at(-1) }))
      expect(sums(old)).toEqual(sums(newest))
    },
  )

  /** What staff see of the money of each order, oldest first, once every row has its new form. */
  async function moneyAfterUpdate(last: string): Promise<OrderMoney[]> {
    const empty = await desk.emptyPlace()
    await loadOldDatabase(empty, last)
    const database = await openDatabase(empty)
    try {
      await migrate(database)
      const shop = await openTestShop(database)
      const fillNextRows = runBackfills(shop)
      while ((await fillNextRows()) > 0);
      expect(await findBookFaults(database.db)).toEqual([])
      const orders = await database.db
        .selectFrom('orders')
        .select(['id', 'number'])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      for (const { id } of orders) await expectStoredShares(database.db, id, `order ${id} of ${last}`)
      const views = await Promise.all(orders.map(({ number }) => findOrderView(shop, number, PERMISSIONS)))
      return views.map((view) => {
        const { state, totals, payment, refundable, remainingParts, balance } =
          view ?? expect.fail('An order is gone')
        return { state, totals, payment, refundable, remainingParts, balance }
      })
    } finally {
      await database.close()
    }
  }

  describe.each(oldDatabases('sqlite'))('with tables up to %s', (last) => {
    test('has the same figures after the update, and sells', async () => {
      await loadOldDatabase(place, last)
      const before = await readFiguresOf(place)
      const stock = await stockOf(place)
      expect(before).toMatchObject(last < RICH ? FEW_ORDERS : MANY_ORDERS)
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
        expect(orders).toHaveLength(Number(before['orders']))
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
