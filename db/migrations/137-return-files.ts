import type { Kysely } from 'kysely'

/** Photos of what comes back, and labels for sending it: private, so in no store of pictures. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('return_files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('return_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('added_at', 'bigint', (c) => c.notNull())
    .addColumn('added_by', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('return_files_of').on('return_files').columns(['order_id', 'return_id']).execute()
  await schema.createIndex('return_files_added').on('return_files').column('added_at').execute()
}
