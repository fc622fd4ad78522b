import type { Kysely } from 'kysely'

/** How far the rows are that are filled in steps while the shop sells (db/upgrades/backfills.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backfills')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('last_key', 'text')
    .addColumn('filled', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('done_at', 'bigint')
    .execute()
}
