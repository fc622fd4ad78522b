import type { Kysely } from 'kysely'

/** Who is on the block list. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('blocks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('sign', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('shown', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('order_number', 'text')
    .addColumn('dispute_id', 'text')
    .addColumn('added_by', 'text', (c) => c.notNull())
    .addColumn('added_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint')
    .execute()
  await schema.createIndex('blocks_ends_at').on('blocks').column('ends_at').execute()
}
