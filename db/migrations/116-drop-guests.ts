import type { Kysely } from 'kysely'

/** Who may buy of a drop before others: each gets a link that works once. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('drop_guests')
    .addColumn('guest', 'text', (c) => c.primaryKey())
    .addColumn('drop_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('link_id', 'text', (c) => c.unique())
    .addColumn('opened_at', 'bigint')
    .execute()
  await schema.createIndex('drop_guests_by_drop').on('drop_guests').column('drop_id').execute()
}
