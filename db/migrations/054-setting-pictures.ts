import type { Kysely } from 'kysely'

/** The pictures and films of all versions of the settings: undoing brings any of them back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setting_pictures')
    .addColumn('setting', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('setting_pictures_pk', ['key', 'setting'])
    .execute()
}
