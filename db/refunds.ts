import type { Kysely } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Refund, RefundState } from '#domain/refund.ts'
import type { Database } from './schema.ts'

/** The refunds of an order, oldest first. */
export async function findRefunds(db: Kysely<Database>, orderId: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount_cents as Cents,
    state: row.state as RefundState,
    isTaken: row.gateway_refund_id !== null,
    reason: row.reason,
    by: row.asked_by,
    failure: row.failure,
    createdAt: row.created_at,
  }))
}

/** Writes down that money is to go back. The outbox task that carries it out belongs into the same transaction. */
export async function insertRefund(
  tx: Kysely<Database>,
  refund: { id: string; orderId: string; amount: Cents; reason: string; by: string; now: number },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      order_id: refund.orderId,
      amount_cents: refund.amount,
      state: 'asked' satisfies RefundState,
      reason: refund.reason,
      asked_by: refund.by,
      idempotency_key: `refund-${refund.id}`,
      gateway_refund_id: null,
      created_at: refund.now,
      done_at: null,
    })
    .execute()
}

/**
 * Writes down money that has gone without the shop asking for it. `gatewayName`: what the gateway calls it, if it does.
 */
export async function insertReturned(
  tx: Kysely<Database>,
  refund: {
    id: string
    orderId: string
    amount: Cents
    reason: string
    by: string
    gatewayName: string | null
    now: number
  },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      order_id: refund.orderId,
      amount_cents: refund.amount,
      state: 'done' satisfies RefundState,
      reason: refund.reason,
      asked_by: refund.by,
      idempotency_key: `returned-${refund.id}`,
      gateway_refund_id: refund.gatewayName,
      created_at: refund.now,
      done_at: refund.now,
    })
    .execute()
}

/** Writes down a refund that was made at the gateway itself and has failed: it counts for nothing. */
export async function insertReturnedInVain(
  tx: Kysely<Database>,
  { failure, ...refund }: Parameters<typeof insertReturned>[1] & { failure: string },
): Promise<void> {
  await insertReturned(tx, refund)
  await tx
    .updateTable('refunds')
    .set({ state: 'failed' satisfies RefundState, done_at: null, failure })
    .where('id', '=', refund.id)
    .execute()
}

/** Why the money of a refund that staff noted has gone. */
export const RETURNED_BY_HAND = 'Returned by hand'

/**
 * The gateway turns out to have returned `amount`: what staff noted as returned by hand may be the same money, and so
 * much of it is taken off their note. Only notes written at `since` or later count. Answers how much was taken off.
 */
export async function takeOffByHand(
  tx: Kysely<Database>,
  orderId: string,
  amount: Cents,
  since = 0,
): Promise<Cents> {
  const notes = await tx
    .selectFrom('refunds')
    .select(['id', 'amount_cents'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'done' satisfies RefundState)
    .where('gateway_refund_id', 'is', null)
    .where('reason', '=', RETURNED_BY_HAND)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  let left: number = amount
  for (const { id, amount_cents: noted } of notes) {
    const off = Math.min(left, noted)
    left -= off
    if (off === noted) await tx.deleteFrom('refunds').where('id', '=', id).execute()
    else if (off > 0)
      await tx
        .updateTable('refunds')
        .set({ amount_cents: noted - off })
        .where('id', '=', id)
        .execute()
  }
  return (amount - left) as Cents
}

/** What the gateway has received for an order, and under which name. */
export async function findReceived(
  db: Kysely<Database>,
  orderId: string,
): Promise<{ intentId: string | null; received: Cents }> {
  const { intent_id, received_cents } = await db
    .selectFrom('payments')
    .select(['intent_id', 'received_cents'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { intentId: intent_id, received: received_cents as Cents }
}
