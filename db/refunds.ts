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

/** Writes down money that has gone without the shop asking for it. `gatewayName`: what the gateway calls it, if it does. */
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
