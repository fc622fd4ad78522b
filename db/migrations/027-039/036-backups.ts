import type { Kysely } from 'kysely'

/** The backups of the shop, and the background jobs that make and rehearse them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('backup_jobs')
    .addColumn('job', 'text', (c) => c.primaryKey())
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('wanted_at', 'bigint')
    .addColumn('began_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('progress', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('result', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('failure', 'text')
    .addColumn('failing_since', 'bigint')
    .execute()
  await schema
    .createTable('backups')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('taken_at', 'bigint', (c) => c.notNull())
    .addColumn('shop_version', 'text', (c) => c.notNull())
    .addColumn('database_bytes', 'bigint', (c) => c.notNull())
    .addColumn('stored_bytes', 'bigint', (c) => c.notNull())
    .addColumn('pictures', 'integer', (c) => c.notNull())
    .addColumn('sealed', 'integer', (c) => c.notNull())
    .addColumn('rehearsed_at', 'bigint')
    .addColumn('rehearsal_failure', 'text')
    .execute()
}
