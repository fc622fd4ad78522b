import type { Kysely } from 'kysely'

/** Which promotions and codes orders used, single-use codes, and what decides about promotions of an order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('promotion_uses')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('promotion_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('code', 'text')
    .addPrimaryKeyConstraint('promotion_uses_pk', ['order_id', 'promotion_id'])
    .execute()
  await db.schema
    .createIndex('promotion_uses_by_promotion')
    .on('promotion_uses')
    .columns(['promotion_id', 'order_id'])
    .execute()
  await db.schema.createIndex('promotion_uses_by_code').on('promotion_uses').column('code').execute()
  await db.schema
    .createTable('promotion_codes')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('promotion_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('promotion_codes_by_promotion')
    .on('promotion_codes')
    .column('promotion_id')
    .execute()
  await db.schema
    .alterTable('orders')
    .addColumn('promotions_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('orders')
    .addColumn('limit_email', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('orders_limit_email').on('orders').column('limit_email').execute()
  await db.schema
    .alterTable('order_lines')
    .addColumn('category', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('order_lines')
    .addColumn('is_reduced', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
