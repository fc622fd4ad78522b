import type { Kysely } from 'kysely'

/** The time since which each supplier works; and the lease and next call for exchange rates. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('connection_states').addColumn('working_since', 'bigint').execute()
  await schema
    .createTable('rate_refreshes')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('leased_until', 'bigint', (c) => c.notNull())
    .addColumn('ask_after', 'bigint', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .execute()
}
