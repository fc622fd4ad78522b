import { sql, type Kysely } from 'kysely'

/** Sizes that are sold before they are made, and which lines of orders wait for their units. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('preorders')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
    .addColumn('size', 'text', (column) => column.notNull())
    .addColumn('units', 'integer', (column) => column.notNull().check(sql`units > 0`))
    .addColumn('ships_on', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('preorders_pkey', ['product_id', 'size'])
    .execute()
  await db.schema.alterTable('order_lines').addColumn('ships_on', 'text').execute()
  await db.schema
    .alterTable('order_lines')
    .addColumn('awaited', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index order_lines_awaited on order_lines (product_id) where awaited = 1`.execute(db)
}
