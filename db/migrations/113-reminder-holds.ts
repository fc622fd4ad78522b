import type { Kysely } from 'kysely'

/** The checkout for which the email that a size is back has held a unit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reminders').addColumn('held_checkout', 'text').execute()
}
