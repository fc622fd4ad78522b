import type { Kysely } from 'kysely'

/** What was sold on each day, counted in the background once the day is over: db/sales/sales-days.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sales_days')
    .addColumn('day', 'bigint', (c) => c.primaryKey())
    .addColumn('changes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('counted_changes', 'bigint')
    .addColumn('counted_at', 'bigint')
    .addColumn('sales', 'text')
    .execute()
}
