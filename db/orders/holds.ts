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

/** Puts a locked order on hold for this reason, also one that is on hold for another. */
export async function replaceHold(
  tx: Kysely<Database>,
  orderId: OrderId,
  { by, at, ...rest }: OrderHold,
): Promise<void> {
  const hold = { held_by: by, held_at: at, ...rest }
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
