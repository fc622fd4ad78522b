import { sql, type Kysely } from 'kysely'

/** Corrections of an order's email address: links mailed before end, and the order is still found by the old one. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('orders')
    .addColumn('link_version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('order_events_email_corrected')
    .on('order_events')
    .column('order_id')
    .where(sql<boolean>`kind = 'email-corrected'`)
    .execute()
}
