import { sql, type Kysely } from 'kysely'

const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL']

/** The order of a product's sizes, which owners now set for each category, instead of one order for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('product_sizes')
    .addColumn('position', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const [position, size] of SIZES.entries()) {
    await sql`update product_sizes set position = ${position} where size = ${size}`.execute(db)
  }
}
