import type { Kysely } from 'kysely'

/**
 * What owners set: every version of every setting. The table `settings` is older, and holds what the shop notes for
 * itself.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('shop_settings')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_by', 'text')
    .addColumn('summary', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('shop_settings_pk', ['name', 'version'])
    .execute()
}
