import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { cents, signedCents, type Cents } from '#domain/money.ts'
import {
  withCorrections,
  type Correction,
  type Refund,
  type RefundSource,
  type RefundState,
} from '#domain/refunds/refund.ts'
import type { Database } from '#db/schema.ts'

/** The refunds of an order, oldest first, with what was corrected taken off. */
export async function findRefunds(db: Kysely<Database>, orderId: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const corrections: Correction[] = []
  const refunds: Refund[] = []
  for (const row of rows) {
    if (row.corrects !== null) corrections.push({ corrects: row.corrects, amount: row.amount_cents })
    else {
      refunds.push({
        id: row.id,
        paymentId: row.payment_id,
        source: row.source,
        amount: cents(row.amount_cents),
        state: row.state,
        isTaken: row.gateway_refund_id !== null,
        reason: row.reason,
        by: row.asked_by,
        failure: row.failure,
        createdAt: row.created_at,
      })
    }
  }
  return withCorrections(refunds, corrections)
}

/** What is written down of money that goes back. `by`: who asked for it. */
export interface NewRefund {
  id: string
  orderId: string
  paymentId: string
  source: RefundSource
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
  { id, orderId, paymentId, source, amount, reason, by, now }: NewRefund,
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
      payment_id: paymentId,
      source,
      amount_cents: amount,
      reason,
      asked_by: by,
      created_at: now,
      ...standing,
    })
    .execute()
}

/**
 * Takes back `amount` of a refund that has gone, in a row of its own: what was written of that day stays. It has the
 * state that the refund has from now on, so that sums by state and sums by day both come out right.
 */
export async function correctRefund(
  tx: Kysely<Database>,
  {
    id,
    orderId,
    paymentId,
    source,
    amount,
  }: Pick<NewRefund, 'id' | 'orderId' | 'paymentId' | 'source' | 'amount'>,
  { state, reason, now }: { state: RefundState; reason: string; now: number },
): Promise<void> {
  const correctionId = randomUUID()
  await tx
    .insertInto('refunds')
    .values({
      id: correctionId,
      order_id: orderId,
      payment_id: paymentId,
      source,
      corrects: id,
      amount_cents: signedCents(-amount),
      state,
      reason,
      asked_by: 'system',
      idempotency_key: `correction-${correctionId}`,
      gateway_refund_id: null,
      created_at: now,
      done_at: now,
    })
    .execute()
}

/**
 * The gateway turns out to have returned `amount` of a payment: what staff noted as returned by hand may be the same
 * money, and so much of it is taken off their note. Only notes written at `since` or later count. Answers how much was
 * taken off.
 */
export async function offsetManualRefunds(
  tx: Kysely<Database>,
  { orderId, paymentId, amount }: Pick<NewRefund, 'orderId' | 'paymentId' | 'amount'>,
  now: number,
  since = 0,
): Promise<Cents> {
  const notes = (await findRefunds(tx, orderId)).filter(
    (refund) =>
      refund.source === 'by-hand' &&
      refund.state === 'done' &&
      refund.paymentId === paymentId &&
      refund.createdAt >= since,
  )
  let left: number = amount
  for (const note of notes) {
    const off = Math.min(left, note.amount)
    if (off === 0) break
    left -= off
    const correction = { ...note, orderId, amount: cents(off) }
    const reason = 'The gateway returned this money itself'
    await correctRefund(tx, correction, { state: 'done', reason, now })
  }
  return cents(amount - left)
}
