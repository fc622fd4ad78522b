import { sql, type Kysely } from 'kysely'

/** The products of a colour, and the reduced ones, in the order of the shop: for collections by rule. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index products_by_color on products (color, created_at, id) where archived_at is null`.execute(
    db,
  )
  await sql`create index products_reduced on products (created_at, id) where archived_at is null
    and compare_at_cents > price_cents`.execute(db)
}
