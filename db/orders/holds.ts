import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { OrderHold } from '#domain/orders/hold.ts'

/** 1 for a row of `orders` that is on hold. */
export const IS_ON_HOLD = sql<
  0 | 1
>`case when exists (select 1 from order_holds where order_holds.order_id = orders.id) then 1 else 0 end`

/** Why an order waits, or null. */
export async function findHold(db: Kysely<Database>, orderId: OrderId): Promise<OrderHold | null> {
  const row = await db
    .selectFrom('order_holds')
    .select(['reason', 'note', 'photo', 'held_by as by', 'held_at as at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ?? null
}

/** Puts a locked order on hold. */
export async function insertHold(
  tx: Kysely<Database>,
  orderId: OrderId,
  { by, at, ...hold }: OrderHold,
): Promise<void> {
  await tx
    .insertInto('order_holds')
    .values({ order_id: orderId, held_by: by, held_at: at, ...hold })
    .execute()
}

/** Puts a locked order on hold until it was looked at, also one that waits for units; those it waits for after. */
export async function holdForReview(
  tx: Kysely<Database>,
  orderId: OrderId,
  { note, at }: Pick<OrderHold, 'note' | 'at'>,
): Promise<void> {
  const hold = { reason: 'review', note, photo: '', held_by: 'the shop', held_at: at } as const
  await tx
    .insertInto('order_holds')
    .values({ order_id: orderId, ...hold })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(hold))
    .execute()
}

/** Releases a locked order. */
export async function deleteHold(tx: Kysely<Database>, orderId: OrderId): Promise<void> {
  await tx.deleteFrom('order_holds').where('order_id', '=', orderId).execute()
}
