import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { openDatabase, type DatabaseLocation } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { eraseOrder } from '#db/orders/erase-order.ts'
import { dividedOrders } from '#db/refunds/divided-orders.ts'
import { settledRefunds } from '#db/refunds/settled-refunds.ts'
import { BACKFILLS, fillNextBatch, type Backfill } from '#db/upgrades/backfills.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { openBackupDesk, type BackupDesk } from '#test/support/backup-desk.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { loadOldDatabase } from './old-database.ts'

describeOnEachDatabase('The database of 0.2.0', (_open, { location }) => {
  let desk: BackupDesk
  let place: DatabaseLocation
  beforeEach(async () => {
    desk = openBackupDesk(location, Date.now)
    place = await desk.emptyPlace()
  })
  afterEach(() => desk.close())

  test('has the same money of every order whenever its carrying over is killed, also of an erased one', async () => {
    await loadOldDatabase(place, '082-refunded-pickups')
    const database = await openDatabase(place)
    try {
      await migrate(database)
      const shop = await openTestShop(database)
      const { order_id: refunded } = await database.db
        .selectFrom('refund_parts')
        .select('order_id')
        .executeTakeFirstOrThrow()
      const { number } = await database.db
        .selectFrom('orders')
        .select('number')
        .where('id', '=', refunded)
        .executeTakeFirstOrThrow()
      const erasure = { id: refunded, number, why: 'request', by: 'system', now: shop.now() } as const
      await transact(database, (tx) => eraseOrder(tx, erasure))
      const carrying: readonly Backfill[] = [dividedOrders, settledRefunds]
      for (const backfill of BACKFILLS.filter((one) => !carrying.includes(one)))
        while (!(await fillNextBatch(database, backfill, { limit: 100, now: 0 }))?.isDone);
      const before = await moneyOf(shop)
      expect(before.filter(({ refunds }) => refunds.length > 0).length).toBeGreaterThan(3)
      for (const backfill of carrying) {
        for (let isDone = false; !isDone;) {
          const killed = { ...backfill, fill: killedAfter(backfill) }
          await expect(fillNextBatch(database, killed, { limit: 1, now: 0 })).rejects.toThrow(KILLED)
          isDone = (await fillNextBatch(database, backfill, { limit: 1, now: 0 }))?.isDone ?? false
          expect(await moneyOf(shop)).toEqual(before)
        }
      }
      const old = database.db
        .selectFrom('refund_parts')
        .select('refund_id')
        .where('line_position', 'is not', null)
      expect(
        await old.where((e) => e.or([e('units', 'is not', null), e('unit', 'is', null)])).execute(),
      ).toEqual([])
      expect(await findBookFaults(database.db)).toEqual([])
    } finally {
      await database.close()
    }
  })
})

const KILLED = 'Killed before the batch was committed'

function killedAfter({ fill }: Backfill): Backfill['fill'] {
  return async (...batch) => {
    await fill(...batch)
    throw new Error(KILLED)
  }
}

async function moneyOf(shop: TestShop) {
  const orders = await shop.database.db.selectFrom('orders').select('number').orderBy('number').execute()
  return Promise.all(
    orders.map(async ({ number }) => {
      const { totals, refundable, refundRests, remainingParts, refunds, payment, fulfilment } =
        (await findOrderView(shop, number, PERMISSIONS)) ?? expect.fail('An order is gone')
      return { totals, refundable, refundRests, remainingParts, refunds, payment, fulfilment }
    }),
  )
}
