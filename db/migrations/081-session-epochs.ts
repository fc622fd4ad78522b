import type { Kysely } from 'kysely'

/** How often the sessions of a member were ended, so that a sign-in that began before opens none afterwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('staff_members')
    .addColumn('session_epoch', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
