import type { Kysely } from 'kysely'

/**
 * Amounts of orders are called by a kind and a name, in the language of whoever reads them. Rows of earlier versions,
 * which have a label in English, are filled in steps (db/upgrades/label-kinds.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('order_adjustments').addColumn('label_kind', 'text').execute()
}
