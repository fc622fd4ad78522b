import { sql, type Kysely } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import { COUNTS } from '#db/engine/counting-orders.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { BuyerSign } from '#domain/drops/buyer.ts'
import type { OrderId, ProductId } from '#domain/ids.ts'

/** A person in a drop. `key`: a keyed digest, for this drop only. */
export interface DropBuyer {
  dropId: string
  sign: BuyerSign
  key: string
}

/** Units of a product that a buyer has in an order that counts. */
export interface BoughtUnits {
  key: string
  orderId: OrderId
  productId: ProductId
  quantity: number
}

/** What these buyers have bought, or hold unpaid. */
export async function findBought(db: Kysely<Database>, keys: readonly string[]): Promise<BoughtUnits[]> {
  return db
    .selectFrom('drop_buyers')
    .innerJoin('orders', 'orders.id', 'drop_buyers.order_id')
    .innerJoin('order_lines', 'order_lines.order_id', 'drop_buyers.order_id')
    .select(['drop_buyers.buyer as key', 'drop_buyers.order_id as orderId'])
    .select(['order_lines.product_id as productId', 'order_lines.quantity'])
    .where(isAmong(db, 'drop_buyers.buyer', keys))
    .where(COUNTS)
    .execute()
}

/** Records of whom orders are. */
export async function writeBuyers(
  tx: Tx,
  orders: readonly { id: OrderId; buyers: readonly DropBuyer[] }[],
): Promise<void> {
  const rows = orders.flatMap(({ id, buyers }) =>
    buyers.map(({ dropId, sign, key }) => ({ order_id: id, drop_id: dropId, buyer: key, sign })),
  )
  await insertRows(tx, 'drop_buyers', rows)
}

/** Of whom an order is. */
export async function findBuyers(db: Kysely<Database>, orderId: OrderId): Promise<DropBuyer[]> {
  return db
    .selectFrom('drop_buyers')
    .select(['drop_id as dropId', 'sign', 'buyer as key'])
    .where('order_id', '=', orderId)
    .execute()
}

/** Deletes of whom an unpaid order is, to write it again. */
export async function deleteBuyers(tx: Tx, orderId: OrderId): Promise<void> {
  await tx.deleteFrom('drop_buyers').where('order_id', '=', orderId).execute()
}

/** Counts that a buyer was refused. */
export async function recordRefusal(
  db: Kysely<Database>,
  { dropId, sign, key }: DropBuyer,
  now: number,
): Promise<void> {
  await db
    .insertInto('drop_refusals')
    .values({ buyer: key, drop_id: dropId, sign, times: 1, last_at: now })
    .onConflict((conflict) =>
      conflict.column('buyer').doUpdateSet({ times: sql`drop_refusals.times + 1`, last_at: now }),
    )
    .execute()
}

/** A person who was refused, with the orders that they have. */
export interface RefusedBuyer {
  sign: BuyerSign
  times: number
  lastAt: number
  orders: string[]
}

/** How many people were refused of a drop by each sign, and how often. */
export async function countRefusals(
  db: Kysely<Database>,
  dropId: string,
): Promise<{ sign: BuyerSign; people: number; times: number }[]> {
  const rows = await db
    .selectFrom('drop_refusals')
    .select([
      'sign',
      (e) => e.fn.countAll<number>().as('people'),
      (e) => e.fn.sum<number>('times').as('times'),
    ])
    .where('drop_id', '=', dropId)
    .groupBy('sign')
    .execute()
  return rows.map(({ sign, people, times }) => ({ sign, people: Number(people), times: Number(times) }))
}

/** Who was refused of a drop, the latest first. */
export async function listRefusals(
  db: Kysely<Database>,
  dropId: string,
  limit: number,
): Promise<RefusedBuyer[]> {
  const refused = await db
    .selectFrom('drop_refusals')
    .select(['buyer', 'sign', 'times', 'last_at as lastAt'])
    .where('drop_id', '=', dropId)
    .orderBy('last_at', 'desc')
    .orderBy('buyer')
    .limit(limit)
    .execute()
  const orders = await db
    .selectFrom('drop_buyers')
    .innerJoin('orders', 'orders.id', 'drop_buyers.order_id')
    .select(['buyer', 'orders.number'])
    .where(
      isAmong(
        db,
        'buyer',
        refused.map(({ buyer }) => buyer),
      ),
    )
    .where(COUNTS)
    .orderBy('orders.created_at')
    .execute()
  const ordersOf = Map.groupBy(orders, ({ buyer }) => buyer)
  return refused.map(({ buyer, ...one }) => ({
    ...one,
    orders: (ordersOf.get(buyer) ?? []).map(({ number }) => number),
  }))
}

/** The drops that anything was refused of. */
export async function findRefusedDrops(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('drop_refusals').select('drop_id').distinct().execute()
  return rows.map(({ drop_id }) => drop_id)
}

/** Forgets refusals of these buyers. */
export async function deleteRefusals(db: Kysely<Database>, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('drop_refusals')
    .where(isAmong(db, 'buyer', keys))
    .execute()
}

/** Forgets of whom an order is, and what was refused to them. */
export async function eraseBuyers(db: Kysely<Database>, orderId: OrderId): Promise<void> {
  const erased = await db
    .deleteFrom('drop_buyers')
    .where('order_id', '=', orderId)
    .returning('buyer')
    .execute()
  if (erased.length === 0) return
  await deleteRefusals(
    db,
    erased.map(({ buyer }) => buyer),
  )
}

/** Deletes up to `limit` refusals before this time, and buyers in older orders of drops that are no longer `kept`. */
export async function deleteOldBuyers(
  db: Kysely<Database>,
  { before, kept, limit }: { before: number; kept: readonly string[]; limit: number },
): Promise<number> {
  const refused = db.selectFrom('drop_refusals').select('buyer').where('last_at', '<', before).limit(limit)
  const refusals = await db.deleteFrom('drop_refusals').where('buyer', 'in', refused).executeTakeFirst()
  const orders = db
    .selectFrom('drop_buyers')
    .innerJoin('orders', 'orders.id', 'drop_buyers.order_id')
    .select('drop_buyers.order_id')
    .where('orders.created_at', '<', before)
    .where((e) => e.not(isAmong(db, 'drop_id', kept)))
    .limit(limit)
  const buyers = await db
    .deleteFrom('drop_buyers')
    .where('order_id', 'in', orders)
    .where((e) => e.not(isAmong(db, 'drop_id', kept)))
    .executeTakeFirst()
  return Number(refusals.numDeletedRows + buyers.numDeletedRows)
}
