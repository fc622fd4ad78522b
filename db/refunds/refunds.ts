import { randomUUID } from 'node:crypto'
import { toRefundId, type OrderId, type PaymentId, type RefundId, type DisputeId } from '#domain/ids.ts'
import type { Kysely, Selectable, Updateable } from 'kysely'
import { cents, signedCents, type Cents } from '#domain/money.ts'
import {
  withCorrections,
  type Correction,
  type Refund,
  type RefundCause,
  type RefundReason,
  type RefundSource,
  type RefundState,
} from '#domain/refunds/refund.ts'
import { olderThan } from '#db/engine/older-than.ts'
import { isAmong } from '#db/engine/is-among.ts'
import { markRefundsForRecount } from '#db/orders/mark-sales-for-recount.ts'
import type { Database } from '#db/schema.ts'

/** The refunds of an order, oldest first, after corrections. */
export async function findRefunds(db: Kysely<Database>, orderId: OrderId): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return correctedRefunds(rows)
}

/** The refunds of each of these orders, as findRefunds returns them. Orders without refunds are left out. */
export async function findRefundsOf(
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<Map<string, Refund[]>> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where(isAmong(db, 'order_id', orderIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const byOrder = Map.groupBy(rows, (row) => row.order_id)
  return new Map([...byOrder].map(([id, own]) => [id, correctedRefunds(own)]))
}

/** The refunds after this one with the numbers of their orders, newest first; from the newest without one. */
export async function refundsAfter(
  db: Kysely<Database>,
  { state, order }: { state?: RefundState | undefined; order?: string | undefined },
  after: { createdAt: number; id: string } | null,
  limit: number,
): Promise<(Refund & { order: string; doneAt: number | null })[]> {
  let query = db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(['refunds.id', 'order_id', 'orders.number', 'done_at'])
    .where('corrects', 'is', null)
  if (state !== undefined) query = query.where('refunds.state', '=', state)
  if (order !== undefined) query = query.where('orders.number', '=', order)
  if (after) query = query.where(olderThan('refunds', after))
  const rows = await query
    .orderBy('refunds.created_at', 'desc')
    .orderBy('refunds.id', 'desc')
    .limit(limit)
    .execute()
  const ofOrders = await findRefundsOf(
    db,
    rows.map((row) => row.order_id),
  )
  return rows.flatMap(({ id, order_id, number, done_at }) => {
    const refund = ofOrders.get(order_id)?.find((one) => one.id === id)
    return refund ? [{ ...refund, order: number, doneAt: done_at }] : []
  })
}

function correctedRefunds(rows: readonly Selectable<Database['refunds']>[]): Refund[] {
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
        cause: row.cause,
        by: row.asked_by,
        failure: row.failure,
        createdAt: row.created_at,
      })
    }
  }
  return withCorrections(refunds, corrections)
}

/** A refund to store. `by`: who requested it. */
export interface NewRefund extends Partial<RefundReason> {
  id: RefundId
  orderId: OrderId
  paymentId: PaymentId
  source: RefundSource
  amount: Cents
  by: string
  now: number
}

/** Inserts a requested refund. Enqueue its outbox task in the same transaction. */
export async function insertRefund(tx: Kysely<Database>, refund: NewRefund): Promise<void> {
  await insert(tx, refund, {
    state: 'asked',
    idempotency_key: `refund-${refund.id}`,
    gateway_refund_id: null,
    done_at: null,
  })
}

/**
 * Inserts money that was returned without a request of the shop. `gatewayName`: its id at the gateway, if it has one.
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

/** Inserts an external refund that has failed: it counts for nothing. */
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

/**
 * Reverses the loss of a dispute, because the bank has returned the money. Manual refunds that were offset by the loss
 * count again, since staff did return that money. Lock the order first.
 */
export async function reverseLoss(
  tx: Kysely<Database>,
  { orderId, disputeId, now }: { orderId: OrderId; disputeId: DisputeId; now: number },
): Promise<void> {
  const state: RefundState = 'failed'
  const losses = await tx
    .selectFrom('refunds')
    .select(['id', 'payment_id as paymentId', 'source', 'amount_cents', 'created_at'])
    .where('order_id', '=', orderId)
    .where('source', '=', 'dispute' satisfies RefundSource)
    .where('gateway_refund_id', '=', disputeId)
    .where('corrects', 'is', null)
    .where('state', '=', 'done' satisfies RefundState)
    .execute()
  const failure = 'The bank returned the money.'
  for (const { amount_cents, created_at: lostAt, ...loss } of losses) {
    await changeRefund(tx, { orderId, refundId: loss.id }, { state, failure })
    const correction = { ...loss, orderId, amount: cents(amount_cents) }
    await correctRefund(tx, correction, { state, cause: 'dispute-won', now })
    await restoreManualRefunds(tx, { orderId, paymentId: loss.paymentId, offsetAt: lostAt, now })
  }
}

/** Restores the manual refunds that `offsetManualRefunds` offset at that time. */
async function restoreManualRefunds(
  tx: Kysely<Database>,
  {
    orderId,
    paymentId,
    offsetAt,
    now,
  }: { orderId: OrderId; paymentId: PaymentId; offsetAt: number; now: number },
): Promise<void> {
  const offsets = await tx
    .selectFrom('refunds')
    .select('amount_cents')
    .where('order_id', '=', orderId)
    .where('payment_id', '=', paymentId)
    .where('source', '=', 'by-hand' satisfies RefundSource)
    .where('corrects', 'is not', null)
    .where('cause', '=', 'known' satisfies RefundCause)
    .where('created_at', '=', offsetAt)
    .execute()
  const amount = offsets.reduce((sum, offset) => sum - offset.amount_cents, 0)
  if (amount === 0) return
  await insertCompletedRefund(tx, {
    id: toRefundId(randomUUID()),
    orderId,
    paymentId,
    source: 'by-hand',
    amount: cents(amount),
    cause: 'disputed',
    by: 'system',
    gatewayName: null,
    now,
  })
}

async function insert(
  tx: Kysely<Database>,
  { id, orderId, paymentId, source, amount, reason = '', cause = null, by, now }: NewRefund,
  fields: {
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
      cause,
      asked_by: by,
      created_at: now,
      ...fields,
    })
    .execute()
  await markRefundsForRecount(tx, orderId)
}

/** Changes the state of a refund, and what the gateway says about it. */
export async function changeRefund(
  tx: Kysely<Database>,
  { orderId, refundId }: { orderId: OrderId; refundId: RefundId },
  columns: Pick<Updateable<Database['refunds']>, 'state' | 'failure' | 'gateway_refund_id' | 'done_at'>,
): Promise<void> {
  await tx.updateTable('refunds').set(columns).where('id', '=', refundId).execute()
  await markRefundsForRecount(tx, orderId)
}

/**
 * Takes back `amount` of a completed refund in a separate correction row, so that the original row stays unchanged. The
 * correction has the refund's new state, so that sums by state and sums by day are both right.
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
  { state, cause, now }: { state: RefundState; cause: RefundCause; now: number },
): Promise<void> {
  const correctionId = toRefundId(randomUUID())
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
      reason: '',
      cause,
      asked_by: 'system',
      idempotency_key: `correction-${correctionId}`,
      gateway_refund_id: null,
      created_at: now,
      done_at: now,
    })
    .execute()
  await markRefundsForRecount(tx, orderId)
}

/**
 * The gateway turns out to have returned `amount` of a payment. A manual refund may be the same money, so that much of
 * it is offset. Only manual refunds recorded at `since` or later count. Returns how much was offset.
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
    await correctRefund(tx, correction, { state: 'done', cause: 'known', now })
  }
  return cents(amount - left)
}
