import type { Kysely } from 'kysely'

/** The stored days of the overview get the figures of every report: they are counted again, from the first sale on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const days = (db as Kysely<{ sales_days: object }>).deleteFrom('sales_days')
  await days.execute()
}
