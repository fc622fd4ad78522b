import { sql, type Kysely } from 'kysely'

/** Each price that a product had, from when on. What it was before its last change is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('product_prices')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('price_cents', 'integer', (column) => column.notNull())
    .addColumn('compare_at_cents', 'integer')
    .addPrimaryKeyConstraint('product_prices_pk', ['product_id', 'since'])
    .execute()
  await sql`insert into product_prices (product_id, since, price_cents, compare_at_cents)
    select id, updated_at, price_cents, compare_at_cents from products`.execute(db)
}
