import { sql, type Kysely } from 'kysely'

/** From when a product is sold that shoppers see before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('products').addColumn('sold_from', 'bigint').execute()
  await sql`create index products_sold_from on products (sold_from) where sold_from is not null`.execute(db)
}
