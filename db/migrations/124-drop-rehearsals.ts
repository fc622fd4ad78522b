import type { Kysely } from 'kysely'

/** The last rehearsal of each drop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('drop_rehearsals')
    .addColumn('drop_id', 'text', (column) => column.primaryKey())
    .addColumn('robots', 'integer', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.unique())
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('stop_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('failure', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('course', 'text')
    .execute()
}
