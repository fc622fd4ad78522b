import type { Kysely } from 'kysely'

/**
 * Which units of its line a refund returned, as JSON: `[0,2]`. Earlier refunds have none: they returned the first units
 * that no refund before them had.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('refund_parts').addColumn('units', 'text').execute()
}
