import { BatchedRead } from '#db/engine/batched-read.ts'
import { inList, listParameter, type ListParameter } from '#db/engine/is-among.ts'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'

const reads = new WeakMap<ShopDatabase, BatchedRead<string, true>>()

/** Whether an order is paid by this payment of the gateway; simultaneous requests share one read. */
export async function isPaidByIntent(database: ShopDatabase, intentId: string): Promise<boolean> {
  const read = reads.get(database) ?? new BatchedRead((ids) => readPaid(database, ids))
  reads.set(database, read)
  return (await read.find([intentId])).has(intentId)
}

const paymentsOf = compiledStatement((db, { ids }: { ids: ListParameter }) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['intent_id', 'kind', 'payments.state as paymentState', 'orders.state as orderState'])
    .where(inList(db, 'intent_id', ids)),
)

async function readPaid({ db }: ShopDatabase, ids: string[]): Promise<Map<string, true>> {
  const { rows } = await paymentsOf(db, { ids: listParameter(db, ids) })
  // Not conditions of the statement: SQLite would then use an index of all paid payments instead of the payment's id.
  const paid = rows.filter(
    ({ kind, paymentState, orderState }) =>
      kind === 'card' && paymentState === 'succeeded' && orderState === 'paid',
  )
  return new Map(paid.map(({ intent_id }) => [intent_id ?? '', true]))
}
