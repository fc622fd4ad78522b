import type { Kysely } from 'kysely'

/** Where old addresses lead, and the addresses that were asked for and are not there. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('redirects')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('missing_pages')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('hits', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('ignored_at', 'bigint')
    .execute()
}
