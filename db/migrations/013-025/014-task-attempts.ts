import { sql, type Kysely } from 'kysely'

/** Which tasks were running when a process died, and which alert mail reported a task that was given up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('begun_at', 'bigint').execute()
  await db.schema.alterTable('outbox').addColumn('told_by', 'integer').execute()
  // These have marked their orders as needing attention already.
  await sql`update outbox set told_by = id where gave_up_at is not null and kind = 'refund'`.execute(db)
  await sql`create index outbox_given_up on outbox (gave_up_at) where gave_up_at is not null`.execute(db)
}
