import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Open payments at the test gateway without an order. */
export async function orphanPayments(db: Kysely<Database>): Promise<string[]> {
  const orphans = await db
    .selectFrom('test_gateway_intents')
    .leftJoin('payments', 'payments.intent_id', 'test_gateway_intents.id')
    .select('test_gateway_intents.id')
    .where('test_gateway_intents.state', 'in', ['requires_payment_method', 'requires_action'])
    .where('payments.order_id', 'is', null)
    .execute()
  return orphans.map(({ id }) => id)
}
