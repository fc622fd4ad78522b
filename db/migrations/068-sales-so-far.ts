import type { Kysely } from 'kysely'

/** What was sold on the present day so far, beside what past days keep: an earlier version reads only those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema.alterTable('sales_days')
  await table.addColumn('so_far', 'text').execute()
  await table.addColumn('so_far_until', 'bigint').execute()
  await table.addColumn('so_far_changes', 'bigint').execute()
}
