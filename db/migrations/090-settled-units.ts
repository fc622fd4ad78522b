import type { Kysely } from 'kysely'

/**
 * The first of the units that a refund returned: units that follow each other are one row. Refunds of earlier versions
 * have them as JSON, and are carried over in steps (db/refunds/settled-refunds.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('refund_parts').addColumn('unit', 'integer').execute()
}
