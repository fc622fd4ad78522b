import { sql, type Kysely } from 'kysely'

/** The sort orders of the shop page, for the whole shop and for a category; and the size charts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of [
    ['products_by_price', 'price_cents, created_at desc, id desc'],
    ['products_by_name', 'lower(name), created_at desc, id desc'],
    ['products_by_category', 'category, created_at, id'],
    ['products_by_category_and_price', 'category, price_cents, created_at desc, id desc'],
    ['products_by_category_and_name', 'category, lower(name), created_at desc, id desc'],
  ] as const) {
    await sql`create index ${sql.id(name)} on products (${sql.raw(columns)}) where archived_at is null`.execute(
      db,
    )
  }

  await db.schema
    .createTable('size_charts')
    .addColumn('category', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('chart', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
}
