import type { Kysely } from 'kysely'

/** The results of the calls to each outside supplier. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('connection_states')
    .addColumn('need', 'text', (c) => c.primaryKey())
    .addColumn('supplier', 'text', (c) => c.notNull())
    .addColumn('worked_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('alerted_at', 'bigint')
    .execute()
}
