import { sql, type Kysely } from 'kysely'

/** What is kept for a time only: finished tasks that no order shows, and when an address was last mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index outbox_closed on outbox (coalesce(done_at, gave_up_at)) where order_id is null`.execute(
    db,
  )
  await db.schema
    .alterTable('newsletter_subscribers')
    .addColumn('mail_times', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await sql`update newsletter_subscribers set mail_times = '[' || mailed_at || ']'`.execute(db)
}
