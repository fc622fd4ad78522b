import type { OrderState } from '#domain/orders/order.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { BatchedRead } from '#db/engine/batched-read.ts'

/** What a checkout has come to so far. */
export interface Checkout {
  orderNumber: string
  state: OrderState
  /** The payment that the gateway was asked for; null when it has not been asked. */
  intentId: string | null
}

const reads = new WeakMap<ShopDatabase, BatchedRead<string, Checkout>>()

/** The checkout, in one read for all who ask at the same time; null when nothing was ordered with it yet. */
export async function findCheckout(database: ShopDatabase, checkoutId: string): Promise<Checkout | null> {
  const read = reads.get(database) ?? new BatchedRead((ids) => readCheckouts(database, ids))
  reads.set(database, read)
  return (await read.find([checkoutId])).get(checkoutId) ?? null
}

async function readCheckouts({ db }: ShopDatabase, ids: string[]): Promise<Map<string, Checkout>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['checkout_id', 'orders.number as orderNumber', 'orders.state', 'intent_id as intentId'])
    .where(isAmong(db, 'checkout_id', ids))
    .where('payments.kind', '=', 'card')
    .execute()
  return new Map(
    rows.map(({ checkout_id, orderNumber, state, intentId }) => [
      checkout_id,
      { orderNumber, state, intentId },
    ]),
  )
}
