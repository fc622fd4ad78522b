import type { Kysely } from 'kysely'

/** Deliveries that were received into stock; the ledger names the one that a movement belongs to. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('supplier', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('deliveries_by_time').on('deliveries').columns(['created_at', 'id']).execute()
  await schema
    .createTable('delivery_lines')
    .addColumn('delivery_id', 'text', (c) => c.notNull().references('deliveries.id'))
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id'))
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('units', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('delivery_lines_key', ['delivery_id', 'product_id', 'size'])
    .execute()
  await schema.alterTable('stock_movements').addColumn('delivery_id', 'text').execute()
  await schema
    .createIndex('stock_movements_by_delivery')
    .on('stock_movements')
    .column('delivery_id')
    .where('delivery_id' as never, 'is not', null)
    .execute()
}
