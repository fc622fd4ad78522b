import type { Kysely } from 'kysely'
import type { Dispute } from '#domain/refunds/dispute.ts'
import { recordOnce } from '#db/orders/order-events.ts'
import type { Database } from '#db/schema.ts'

/** What the history calls each step of a dispute. */
const STEPS = { open: 'disputed', won: 'dispute-won', lost: 'dispute-lost' } as const satisfies Record<
  Dispute['state'],
  string
>

/** A dispute, when the shop first heard of it, and the payment that it is about, where that is known. */
export interface KnownDispute extends Dispute {
  at: number
  intentId: string | null
}

/** The disputes about an order, oldest first. */
export async function findDisputes(db: Kysely<Database>, orderId: string): Promise<KnownDispute[]> {
  const rows = await db
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, amount_cents, currency, reason, state, opened_at, intent_id }) => ({
    id,
    amount: amount_cents,
    currency,
    reason,
    state,
    at: opened_at,
    intentId: intent_id,
  }))
}

/**
 * Writes down a dispute, or what it was decided to be, and the step in the order's history. Lock the order first, and
 * ask DISPUTE_TRANSITIONS.
 */
export async function recordDispute(
  tx: Kysely<Database>,
  orderId: string,
  { id, amount, currency, reason, state, intentId }: Dispute & { intentId: string },
  at: number,
): Promise<void> {
  const said = { intent_id: intentId, amount_cents: amount, currency, reason, state }
  const decided_at = state === 'open' ? null : at
  await tx
    .insertInto('disputes')
    .values({ id, order_id: orderId, ...said, opened_at: at, decided_at })
    .onConflict((conflict) => conflict.columns(['order_id', 'id']).doUpdateSet({ ...said, decided_at }))
    .execute()
  const detail = { disputeId: id, amount, currency, reason, intentId }
  await recordOnce(tx, orderId, at, { kind: STEPS[state], name: id, detail, actor: 'gateway' })
}
