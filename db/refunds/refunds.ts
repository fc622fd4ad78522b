import type { Kysely } from 'kysely'
import { cents, type Cents } from '#domain/money.ts'
import type { Refund, RefundState } from '#domain/refunds/refund.ts'
import type { Database } from '#db/schema.ts'

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
    amount: row.amount_cents,
    state: row.state,
    isTaken: row.gateway_refund_id !== null,
    reason: row.reason,
    by: row.asked_by,
    failure: row.failure,
    createdAt: row.created_at,
  }))
}

/** What is written down of money that goes back. `by`: who asked for it. */
interface NewRefund {
  id: string
  orderId: string
  amount: Cents
  reason: string
  by: string
  now: number
}

/** Writes down that money is to go back. The outbox task that carries it out belongs into the same transaction. */
export async function insertRefund(tx: Kysely<Database>, refund: NewRefund): Promise<void> {
  await insert(tx, refund, {
    state: 'asked',
    idempotency_key: `refund-${refund.id}`,
    gateway_refund_id: null,
    done_at: null,
  })
}

/**
 * Writes down money that has gone without the shop asking for it. `gatewayName`: what the gateway calls it, if it does.
 */
export async function insertCompletedRefund(
  tx: Kysely<Database>,
  refund: NewRefund & { gatewayName: string | null },
): Promise<void> {
  await insert(tx, refund, {
    state: 'done',
    idempotency_key: `returned-${refund.id}`,
    gateway_refund_id: refund.gatewayName,
    done_at: refund.now,
  })
}

/** Writes down a refund that was made at the gateway itself and has failed: it counts for nothing. */
export async function insertFailedExternalRefund(
  tx: Kysely<Database>,
  { failure, ...refund }: NewRefund & { gatewayName: string; failure: string },
): Promise<void> {
  await insert(tx, refund, {
    state: 'failed',
    idempotency_key: `returned-${refund.id}`,
    gateway_refund_id: refund.gatewayName,
    failure,
    done_at: null,
  })
}

async function insert(
  tx: Kysely<Database>,
  { id, orderId, amount, reason, by, now }: NewRefund,
  standing: {
    state: RefundState
    idempotency_key: string
    gateway_refund_id: string | null
    failure?: string
    done_at: number | null
  },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      id,
      order_id: orderId,
      amount_cents: amount,
      reason,
      asked_by: by,
      created_at: now,
      ...standing,
    })
    .execute()
}

/** Why the money of a refund that staff noted has gone. */
export const MANUAL_REFUND = 'Returned by hand'

/**
 * The gateway turns out to have returned `amount`: what staff noted as returned by hand may be the same money, and so
 * much of it is taken off their note. Only notes written at `since` or later count. Answers how much was taken off.
 */
export async function offsetManualRefunds(
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
    .where('reason', '=', MANUAL_REFUND)
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
        .set({ amount_cents: cents(noted - off) })
        .where('id', '=', id)
        .execute()
  }
  return cents(amount - left)
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
  return { intentId: intent_id, received: received_cents }
}
