import type { Kysely } from 'kysely'

/**
 * What refunded units keep of an adjustment when their order changes, and how much less a tax or duty is because staff
 * waived a rise. Earlier orders have neither: their amounts are divided by price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('order_adjustments').addColumn('shares', 'text').execute()
}
