import type { Kysely } from 'kysely'

/** Gift cards that were sold are no sales any more: the stored days are counted again, from the first sale on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const days = (db as Kysely<{ sales_days: object }>).deleteFrom('sales_days')
  await days.execute()
}
