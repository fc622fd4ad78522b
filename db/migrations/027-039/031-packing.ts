import type { Kysely } from 'kysely'

/** Who packs which order, and where each size is stored, with its barcode. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('packing_claims')
    .addColumn('order_id', 'text', (c) => c.primaryKey().references('orders.id'))
    .addColumn('bench', 'text', (c) => c.notNull())
    .addColumn('claimed_by', 'text', (c) => c.notNull())
    .addColumn('claimed_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('packed_at', 'bigint')
    .execute()
  await schema.createIndex('packing_claims_seen').on('packing_claims').column('seen_at').execute()
  await schema
    .createTable('item_codes')
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id'))
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('bin', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('barcode', 'text', (c) => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('item_codes_key', ['product_id', 'size'])
    .execute()
  await schema.createIndex('item_codes_barcode').on('item_codes').column('barcode').execute()
}
