import { sql, type Kysely } from 'kysely'

/** The sizes of which few units are left: `lowOnStock` in db/catalogue/on-sale.ts looks for them in every product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index product_sizes_low on product_sizes (product_id) where stock <= 2`.execute(db)
}
