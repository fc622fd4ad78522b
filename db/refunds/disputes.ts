import type { Kysely } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import type { Dispute } from '#domain/refunds/dispute.ts'
import { recordOneTimeEvent } from '#db/orders/order-events.ts'
import type { Database } from '#db/schema.ts'

/** The history event of each dispute state. */
const STEPS = { open: 'disputed', won: 'dispute-won', lost: 'dispute-lost' } as const satisfies Record<
  Dispute['state'],
  string
>

/** A stored dispute: when the shop first received it, and its payment, where that is known. */
export interface KnownDispute extends Dispute {
  at: number
  intentId: string | null
}

/** The disputes about an order, oldest first. */
export async function findDisputes(db: Kysely<Database>, orderId: OrderId): Promise<KnownDispute[]> {
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
 * Stores a dispute or its new state, with an event in the order's history: once for each state, or again when a
 * decision was reversed (`turned`). Lock the order first, and check DISPUTE_TRANSITIONS.
 */
export async function recordDispute(
  tx: Kysely<Database>,
  orderId: OrderId,
  { id, amount, currency, reason, state, intentId }: Dispute & { intentId: string },
  at: number,
  { turned = false } = {},
): Promise<void> {
  const columns = { intent_id: intentId, amount_cents: amount, currency, reason, state }
  const decided_at = state === 'open' ? null : at
  await tx
    .insertInto('disputes')
    .values({ id, order_id: orderId, ...columns, opened_at: at, decided_at })
    .onConflict((conflict) => conflict.columns(['order_id', 'id']).doUpdateSet({ ...columns, decided_at }))
    .execute()
  const detail = { disputeId: id, amount, currency, reason, intentId }
  await recordOneTimeEvent(tx, orderId, at, {
    kind: STEPS[state],
    name: turned ? `${id}-${at}` : id,
    detail,
    actor: 'gateway',
  })
}
