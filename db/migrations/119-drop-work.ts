import type { Kysely } from 'kysely'

/** Since when who enters a drop has to show work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('drop_rooms').addColumn('work_since', 'bigint').execute()
}
