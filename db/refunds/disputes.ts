import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { cents } from '#domain/money.ts'
import type { Dispute } from '#domain/refunds/dispute.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import type { Database } from '#db/schema.ts'

/** What the history calls each step of a dispute. */
const STEPS = { open: 'disputed', won: 'dispute-won', lost: 'dispute-lost' } as const satisfies Record<
  Dispute['state'],
  string
>

const detailSchema = v.object({
  disputeId: v.string(),
  amount: v.number(),
  currency: v.string(),
  reason: v.string(),
  /** Histories of before do not say it. */
  intentId: v.optional(v.string()),
})

/** A dispute, when the shop first heard of it, and the payment that it is about, where that is known. */
export interface KnownDispute extends Dispute {
  at: number
  intentId?: string | undefined
}

/** The disputes about an order, oldest first: its history says all there is to know. */
export async function findDisputes(db: Kysely<Database>, orderId: string): Promise<KnownDispute[]> {
  const steps = await db
    .selectFrom('order_events')
    .select(['kind', 'detail', 'at'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', Object.values(STEPS))
    .orderBy('id')
    .execute()
  const disputes = new Map<string, KnownDispute>()
  for (const { kind, detail, at: heardAt } of steps) {
    const { disputeId, amount, ...said } = v.parse(detailSchema, JSON.parse(detail))
    const state = kind === STEPS.won ? 'won' : kind === STEPS.lost ? 'lost' : 'open'
    const at = disputes.get(disputeId)?.at ?? heardAt
    disputes.set(disputeId, { ...said, id: disputeId, amount: cents(amount), state, at })
  }
  return [...disputes.values()]
}

/** Appends a step of a dispute to the order's history. */
export async function recordDispute(
  tx: Kysely<Database>,
  orderId: string,
  { id, amount, currency, reason, state, intentId }: Dispute & { intentId: string },
  at: number,
): Promise<void> {
  const detail = { disputeId: id, amount, currency, reason, intentId }
  await recordEvent(tx, orderId, at, STEPS[state], detail, 'gateway')
}
