import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { Engine } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import type { Tx } from '#db/transact.ts'
import type { Cents } from '#domain/money.ts'
import type { IntentState, PaymentIntent } from './payment-gateway.ts'

/** A payment as the test gateway's books have it. */
export type IntentRow = Selectable<Database['test_gateway_intents']>

/** How a refused card is written down. */
export const lastErrorSchema = v.object({ id: v.string(), message: v.string() })

/** Reads a row of the books. */
export function toIntent(row: IntentRow): PaymentIntent {
  return {
    id: row.id,
    clientSecret: row.client_secret,
    state: row.state as IntentState,
    amount: row.amount_cents as Cents,
    currency: row.currency,
    orderId: row.order_id,
    lastError: row.last_error === null ? null : v.parse(lastErrorSchema, JSON.parse(row.last_error)),
  }
}

/** The payment as it is now, or null. */
export async function findIntent(db: Kysely<Database>, id: string): Promise<PaymentIntent | null> {
  const row = await db.selectFrom('test_gateway_intents').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toIntent(row) : null
}

/** A payment that nobody else changes until the transaction ends. */
export function lockIntent(
  tx: Tx,
  engine: Engine,
  column: 'id' | 'client_secret',
  value: string,
): Promise<IntentRow | undefined> {
  return tx
    .selectFrom('test_gateway_intents')
    .selectAll()
    .where(column, '=', value)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}
