import { sql, type Kysely } from 'kysely'

const IS_READY = sql`(case when delivery = 'pickup' and fulfilment = 'fulfilled' and picked_up_at is null
  and state in ('fulfilled', 'refunded-in-part') then 1 end)`

/** When a customer picked an order up, and the list of those that wait to be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('picked_up_at', 'bigint').execute()
  await sql`create index orders_ready_for_pickup on orders (${IS_READY}, created_at, id)
    where ${IS_READY} is not null`.execute(db)
}
