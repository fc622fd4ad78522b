import { sql, type Compilable } from 'kysely'
import { expect, test } from 'vitest'
import { ordersToExpire, ordersToPayBy } from '#operations/checkout/payments/expire-orders.ts'
import { duePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import type { Tx } from '#db/engine/transact.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const NOON = 1_790_000_000_000

describeOnEachDatabase('searches that run every few seconds', (open) => {
  const planOf = (query: (tx: Tx) => Compilable) =>
    open()
      .db.transaction()
      .execute(async (tx) => {
        const { sql: text, parameters } = query(tx).compile()
        const isSqlite = open().engine === 'sqlite'
        if (!isSqlite) await sql`set local enable_seqscan = off`.execute(tx) // the tables are small
        const explained = isSqlite ? `explain query plan ${text}` : `explain ${text}`
        return JSON.stringify(
          (await tx.executeQuery({ ...sql`x`.compile(tx), sql: explained, parameters })).rows,
        )
      })

  test.each([
    ['unpaid orders that are over', (tx: Tx) => ordersToExpire(tx, NOON), 'orders_pending'],
    ['unpaid orders of drops that are over', (tx: Tx) => ordersToPayBy(tx, NOON), 'orders_pay_by'],
    ['open payments', (tx: Tx) => duePayments(tx, NOON).limit(50), 'payments_open'],
  ] as const)('find %s in order, by an index that has nothing else', async (_what, query, index) => {
    const plan = await planOf(query)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/SCAN (orders|payments)(?! USING)|TEMP B-TREE|"Sort/)
  })
})
