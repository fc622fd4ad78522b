import type { Kysely } from 'kysely'

/**
 * When a stored picture was last wanted, which was the time of its file before. Pictures without a row are marked when
 * the sweep finds them.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('picture_marks')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('wanted_at', 'bigint', (c) => c.notNull())
    .addColumn('removing_since', 'bigint')
    .execute()
}
