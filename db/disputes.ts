import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Cents } from '#domain/money.ts'
import type { Dispute } from '#domain/dispute.ts'
import { recordEvent } from './order-events.ts'
import type { Database } from './schema.ts'

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
})

/** The disputes about an order, oldest first: its history says all there is to know. */
export async function findDisputes(db: Kysely<Database>, orderId: string): Promise<Dispute[]> {
  const steps = await db
    .selectFrom('order_events')
    .select(['kind', 'detail'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', Object.values(STEPS))
    .orderBy('id')
    .execute()
  const disputes = new Map<string, Dispute>()
  for (const { kind, detail } of steps) {
    const { disputeId, amount, ...said } = v.parse(detailSchema, JSON.parse(detail))
    const state = kind === STEPS.won ? 'won' : kind === STEPS.lost ? 'lost' : 'open'
    disputes.set(disputeId, { ...said, id: disputeId, amount: amount as Cents, state })
  }
  return [...disputes.values()]
}

/** Appends a step of a dispute to the order's history. */
export async function recordDispute(
  tx: Kysely<Database>,
  orderId: string,
  { id, amount, currency, reason, state }: Dispute,
  at: number,
): Promise<void> {
  await recordEvent(tx, orderId, at, STEPS[state], { disputeId: id, amount, currency, reason }, 'gateway')
}
