import { sql, type Kysely } from 'kysely'

/** Indexes for retention: finished tasks without an order, and the last mail of a newsletter address. */
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
