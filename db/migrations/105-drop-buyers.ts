import type { Kysely } from 'kysely'

/** Who bought of a drop whose pieces are limited, and what was refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('drop_buyers')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('drop_id', 'text', (column) => column.notNull())
    .addColumn('buyer', 'text', (column) => column.notNull())
    .addColumn('sign', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('drop_buyers_pk', ['order_id', 'buyer'])
    .execute()
  await db.schema.createIndex('drop_buyers_by_buyer').on('drop_buyers').column('buyer').execute()
  await db.schema
    .createTable('drop_refusals')
    .addColumn('buyer', 'text', (column) => column.primaryKey())
    .addColumn('drop_id', 'text', (column) => column.notNull())
    .addColumn('sign', 'text', (column) => column.notNull())
    .addColumn('times', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('drop_refusals_by_drop')
    .on('drop_refusals')
    .columns(['drop_id', 'last_at'])
    .execute()
}
