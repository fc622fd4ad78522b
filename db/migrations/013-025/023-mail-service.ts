import type { Kysely } from 'kysely'

/** The outage of the mail service, and the bounced addresses. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mail_outage')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('failing_since', 'bigint', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('paused_until', 'bigint', (c) => c.notNull())
    .addColumn('failure', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('bounced_addresses')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('address', 'text', (c) => c.notNull().unique())
    .addColumn('bounced_at', 'bigint', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .execute()
}
