import type { Kysely } from 'kysely'

/** The owner's texts in other languages than the shop's own. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('translations')
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('translations_pkey', ['subject', 'language', 'field'])
    .execute()
}
