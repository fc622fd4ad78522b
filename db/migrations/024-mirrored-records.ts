import type { Kysely } from 'kysely'

/** Products that are mirrored from a source of content, such as a table store. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('content_sources')
    .addColumn('place', 'text', (c) => c.primaryKey())
    .addColumn('begun_at', 'bigint', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('read_at', 'bigint')
    .addColumn('full_at', 'bigint')
    .addColumn('records', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('missing', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('mirrored_records')
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('record_id', 'text')
    .addColumn('agreed', 'text')
    .addColumn('theirs', 'text')
    .addColumn('sent', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('clash', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('problem', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('refused', 'text')
    .addColumn('pictures', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('product_version', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('gone', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('missed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('creating_at', 'bigint')
    .addColumn('write_task', 'text')
    .addColumn('unsettled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
    .addPrimaryKeyConstraint('mirrored_records_key', ['place', 'product_id'])
    .execute()
  await schema
    .createIndex('mirrored_records_record')
    .unique()
    .on('mirrored_records')
    .columns(['place', 'record_id'])
    .execute()
}
