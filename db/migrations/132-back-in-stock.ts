import { sql, type Kysely } from 'kysely'

/** The movements after which there was something again, for the products of the home page that are back in stock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index stock_movements_from_none on stock_movements (at)
    where delta > 0 and count_after = delta`.execute(db)
}
