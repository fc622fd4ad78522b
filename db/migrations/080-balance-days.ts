import { sql, type Kysely } from 'kysely'

/**
 * When the balance of a changed order was received; null of every other payment, which counts on the day of its order.
 * Rows of earlier versions are filled in steps (db/payment-links/balance-days.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('received_at', 'bigint').execute()
  await sql`create index payments_by_receipt on payments (received_at) where received_at is not null`.execute(
    db,
  )
}
