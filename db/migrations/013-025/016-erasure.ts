import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

/** When and why the customer data of an order was erased, and who erased data on request. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema.alterTable('orders').addColumn('erased_at', 'bigint').execute()
  await schema.alterTable('orders').addColumn('erasure', 'text').execute()
  await sql`create index orders_never_paid on orders (updated_at)
    where paid_at is null and erased_at is null and state <> 'pending'`.execute(db)
  await schema
    .createTable('erasures')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .addColumn('orders', 'integer', (c) => c.notNull())
    .addColumn('messages', 'integer', (c) => c.notNull())
    .addColumn('subscriptions', 'integer', (c) => c.notNull())
    .execute()
  await schema.createIndex('erasures_by_time').on('erasures').columns(['at', 'id']).execute()
  if (engine === 'sqlite') {
    // Otherwise the index would keep the words of a deleted row until it is merged.
    await sql`insert into order_search (order_search, rank) values ('secure-delete', 1)`.execute(db)
  }
}
