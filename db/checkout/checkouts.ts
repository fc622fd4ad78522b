import type { OrderId } from '#domain/ids.ts'
import type { OrderState } from '#domain/orders/order.ts'
import { inList, listParameter, type ListParameter } from '#db/engine/is-among.ts'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { BatchedRead } from '#db/engine/batched-read.ts'

/** The order of a checkout so far. */
export interface Checkout {
  orderId: OrderId
  orderNumber: string
  state: OrderState
  /** The gateway's payment id; null before one was requested. */
  intentId: string | null
  clientSecret: string | null
}

const reads = new WeakMap<ShopDatabase, BatchedRead<string, Checkout>>()

/** The checkout's order; simultaneous requests share one read. Null when nothing was placed yet. */
export async function findCheckout(database: ShopDatabase, checkoutId: string): Promise<Checkout | null> {
  const read = reads.get(database) ?? new BatchedRead((ids) => readCheckouts(database, ids))
  reads.set(database, read)
  return (await read.find([checkoutId])).get(checkoutId) ?? null
}

const ordersOf = compiledStatement((db, { ids }: { ids: ListParameter }) =>
  db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['checkout_id', 'orders.id as orderId', 'orders.number as orderNumber', 'orders.state', 'kind'])
    .select(['intent_id as intentId', 'client_secret as clientSecret'])
    .where(inList(db, 'checkout_id', ids)),
)

async function readCheckouts({ db }: ShopDatabase, ids: string[]): Promise<Map<string, Checkout>> {
  const { rows } = await ordersOf(db, { ids: listParameter(db, ids) })
  // Not a condition of the statement: in a new shop, without statistics, PostgreSQL would then use an index of all card
  // payments.
  const ofCheckout = rows.filter(({ kind }) => kind === 'card')
  return new Map(ofCheckout.map(({ checkout_id, kind: _card, ...checkout }) => [checkout_id, checkout]))
}
