import { BatchedRead } from '#db/engine/batched-read.ts'
import { inList, listParameter, type ListParameter } from '#db/engine/is-among.ts'
import { engineOf } from '#db/engine/engine.ts'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { PaymentKind, PaymentState } from '#domain/checkout/payment.ts'
import type { OrderId, PaymentId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { OrderState } from '#domain/orders/order.ts'

/** An order that is not paid yet, with its only payment. */
export interface PendingOrder {
  id: OrderId
  number: string
  version: number
  total: Cents
  payment: { id: PaymentId; intentId: string | null; currency: string }
}

const reads = new WeakMap<ShopDatabase, BatchedRead<OrderId, PendingOrder>>()

/**
 * Reads an order without locking it; simultaneous requests share one read. Null unless it is pending and its only
 * payment is a card payment.
 */
export async function findPendingOrder(database: ShopDatabase, id: OrderId): Promise<PendingOrder | null> {
  const read = reads.get(database) ?? new BatchedRead((ids) => readPending(database, ids))
  reads.set(database, read)
  return (await read.find([id])).get(id) ?? null
}

const paymentsOf = compiledStatement((db, { ids }: { ids: ListParameter }) =>
  db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.number', 'orders.state', 'orders.version', 'orders.total_cents'])
    .select(['payments.id as paymentId', 'payments.kind', 'payments.state as paymentState'])
    .select(['payments.intent_id as intentId', 'payments.currency'])
    .where(inList(db, 'orders.id', ids))
    // Without statistics, in a new shop, PostgreSQL would read all payments to join those of these orders.
    .$if(engineOf(db) === 'postgres', (rows) => rows.where(inList(db, 'payments.order_id', ids))),
)

async function readPending({ db }: ShopDatabase, ids: OrderId[]): Promise<Map<OrderId, PendingOrder>> {
  const { rows } = await paymentsOf(db, { ids: listParameter(db, ids) })
  const found = new Map<OrderId, PendingOrder>()
  for (const [id, [row, ...others]] of Map.groupBy(rows, (one) => one.id)) {
    // Not conditions of the statement: SQLite would then use an index of all pending orders.
    if (row === undefined || others.length > 0 || !isPending(row)) continue
    const { number, version, total_cents: total, paymentId, intentId, currency } = row
    found.set(id, { id, number, version, total, payment: { id: paymentId, intentId, currency } })
  }
  return found
}

function isPending(row: { state: OrderState; kind: PaymentKind; paymentState: PaymentState }): boolean {
  return row.state === 'pending' && row.kind === 'card' && row.paymentState === 'open'
}
