import type { Kysely } from 'kysely'

/** The cards that a draw checks: by which entry, and, at the test gateway, how it went. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('draw_entries').addColumn('card_check', 'text').execute()
  await db.schema.alterTable('draw_entries').addColumn('card', 'text').execute()
  await db.schema
    .createIndex('draw_entries_card_check')
    .unique()
    .on('draw_entries')
    .column('card_check')
    .execute()
  await db.schema
    .createTable('test_gateway_card_checks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('client_secret', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('card', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
}
