import { expect, test } from 'vitest'
import { engineOf } from '#db/engine/engine.ts'
import { transact } from '#db/engine/transact.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

describeOnEachDatabase('statements written once for both engines', (open) => {
  test('lock rows on PostgreSQL, and leave the lock out on SQLite, where writers take turns', async () => {
    const database = open()
    const isOnPostgres = database.engine === 'postgres'
    const orders = lockingOrders(database.db).select('id')
    const locking = orders.compile().sql
    expect(locking.endsWith(' for update')).toBe(isOnPostgres)
    const skipping = orders.skipLocked().limit(1).compile().sql
    expect(skipping.endsWith(' skip locked')).toBe(isOnPostgres)
    await transact(database, async (tx) => expect(await lockingOrders(tx).select('id').execute()).toEqual([]))
  })

  test('find their engine from the database or the transaction they run in', async () => {
    const database = open()
    expect(engineOf(database.db)).toBe(database.engine)
    await transact(database, async (tx) => expect(engineOf(tx)).toBe(database.engine))
  })
})
