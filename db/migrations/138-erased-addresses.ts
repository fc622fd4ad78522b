import type { Kysely } from 'kysely'

/** Keyed digests of addresses whose data was deleted: no import brings them back. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('erased_addresses')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
