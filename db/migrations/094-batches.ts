import type { Kysely } from 'kysely'

/** Batches of orders that are packed together, and what was fetched for them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('batches')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    .execute()
  await schema.createIndex('batches_by_time').on('batches').columns(['made_at', 'id']).execute()
  await schema
    .createTable('batch_orders')
    .addColumn('order_id', 'text', (c) => c.primaryKey().references('orders.id'))
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batches.id'))
    .execute()
  await schema.createIndex('batch_orders_by_batch').on('batch_orders').column('batch_id').execute()
  await schema
    .createTable('batch_picks')
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batches.id'))
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('picked', 'integer', (c) => c.notNull())
    .addColumn('picked_by', 'text', (c) => c.notNull())
    .addColumn('picked_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_picks_key', ['batch_id', 'product_id', 'name', 'size'])
    .execute()
}
