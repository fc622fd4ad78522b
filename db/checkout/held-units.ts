import type { CartItem } from '#domain/checkout/cart.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { BatchedRead } from '#db/engine/batched-read.ts'

const reads = new WeakMap<ShopDatabase, BatchedRead<string, CartItem[]>>()

/** The units held for an unpaid checkout; simultaneous requests share one read. */
export async function findHeldUnits(
  database: ShopDatabase,
  checkoutId: string,
): Promise<readonly CartItem[]> {
  const read = reads.get(database) ?? new BatchedRead((ids) => readHeldUnits(database, ids))
  reads.set(database, read)
  return (await read.find([checkoutId])).get(checkoutId) ?? []
}

async function readHeldUnits({ db }: ShopDatabase, ids: string[]): Promise<Map<string, CartItem[]>> {
  const rows = await db
    .selectFrom('holds')
    .innerJoin('orders', 'orders.id', 'holds.order_id')
    .select(['checkout_id', 'holds.product_id as productId', 'holds.size', 'holds.quantity'])
    .where(isAmong(db, 'orders.checkout_id', ids))
    .where('orders.state', '=', 'pending')
    .execute()
  return Map.groupBy(rows, ({ checkout_id }) => checkout_id)
}

/** Until when an unpaid checkout holds its units; null: it holds none at `now`. */
export async function findHoldEnd(
  { db }: ShopDatabase,
  checkoutId: string,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('holds')
    .innerJoin('orders', 'orders.id', 'holds.order_id')
    .select('expires_at')
    .where('orders.checkout_id', '=', checkoutId)
    .where('orders.state', '=', 'pending')
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.expires_at) : null
}

/** How many units all unpaid orders hold. */
export async function sumHeldUnits({ db }: ShopDatabase): Promise<number> {
  const { units } = await db
    .selectFrom('holds')
    .select(({ fn }) => fn.sum<number | null>('quantity').as('units'))
    .executeTakeFirstOrThrow()
  return Number(units)
}
