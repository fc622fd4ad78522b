import { sql, type Kysely } from 'kysely'

const IS_PARTLY_PICKED_UP = sql`(case when delivery = 'pickup' and has_pickups = 1
  and fulfilment in ('fulfilled', 'partially-fulfilled') and not (fulfilment = 'fulfilled' and picked_up_at is not null)
  and state in ('paid', 'fulfilled', 'refunded-in-part') then 1 end)`

/**
 * Two lists without reading all that waits: tasks that send no mail, such as refunds, and orders of which the customer
 * has a part.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index outbox_open_by_kind on outbox (kind, run_after, id)
    where done_at is null and gave_up_at is null`.execute(db)
  const table = db.schema.alterTable('orders')
  await table.addColumn('has_pickups', 'integer', (c) => c.notNull().defaultTo(0)).execute()
  await sql`update orders set has_pickups = 1
    where id in (select order_id from order_pickups where undone_at is null)`.execute(db)
  await sql`create index orders_partly_picked_up on orders (${IS_PARTLY_PICKED_UP}, created_at, id)
    where ${IS_PARTLY_PICKED_UP} is not null`.execute(db)
}
