import type { Kysely } from 'kysely'

/**
 * The day whose tax rates an order has, in the time zone of then. A checkout that is placed again keeps its first day
 * in `created_at`, and owners may change the time zone. Earlier orders have none: they have that of `created_at`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('tax_day', 'text').execute()
}
