import { sql, type Kysely } from 'kysely'

const IS_PENDING = sql`(case when state = 'pending' then 1 end)`

/**
 * Two indexes that every order changed at each of its steps, and that only what is pending or open is looked up by: now
 * they hold nothing else, and an order leaves them when it is paid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_pending on orders (${IS_PENDING}, updated_at, id)
    where ${IS_PENDING} is not null`.execute(db)
  await sql`create index payments_open on payments (updated_at, id) where state = 'open'`.execute(db)
  await db.schema.dropIndex('orders_by_state').execute()
  await db.schema.dropIndex('payments_by_state').execute()
}
