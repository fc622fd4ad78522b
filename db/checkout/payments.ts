import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Updateable } from 'kysely'
import { receivedBy, statesBefore, type Payment, type PaymentState } from '#domain/checkout/payment.ts'
import type { Cents } from '#domain/money.ts'
import type { Database } from '#db/schema.ts'

type PaymentColumns = Omit<
  Updateable<Database['payments']>,
  'id' | 'order_id' | 'kind' | 'state' | 'updated_at'
>

/** The payments of an order, oldest first. */
export async function findPayments(db: Kysely<Database>, orderId: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPayment)
}

/** What was received for an order, all payments together. */
export async function findReceived(db: Kysely<Database>, orderId: string): Promise<Cents> {
  return receivedBy(await findPayments(db, orderId))
}

function toPayment(row: Selectable<Database['payments']>): Payment {
  return {
    id: row.id,
    kind: row.kind,
    gateway: row.gateway,
    intentId: row.intent_id,
    amount: row.amount_cents,
    received: row.received_cents,
    currency: row.currency,
    state: row.state,
  }
}

/** A payment by card that the gateway is still to be asked for. */
export interface NewCardPayment {
  orderId: string
  gateway: string
  amount: Cents
  placedFrom: string
  now: number
}

/** Writes a new order's payment by card. */
export async function insertCardPayment(
  tx: Kysely<Database>,
  { orderId, gateway, amount, placedFrom, now }: NewCardPayment,
): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      id: randomUUID(),
      order_id: orderId,
      kind: 'card',
      gateway,
      intent_id: null,
      client_secret: null,
      attempt: 1,
      amount_cents: amount,
      asked_cents: null,
      currency: 'cad',
      state: 'open',
      placed_from: placedFrom,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/**
 * The only way a payment gets another state, with cancelPayment and reopenCardPayment. Lock the order first. Throws
 * when PAYMENT_TRANSITIONS does not allow it: callers have checked. One that stays what it is may get other columns.
 */
export async function movePayment(
  tx: Kysely<Database>,
  { id }: Pick<Payment, 'id'>,
  to: PaymentState,
  now: number,
  columns: PaymentColumns = {},
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ ...columns, state: to, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', statesBefore(to))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`Payment ${id} cannot become ${to}`)
}

/** The gateway takes no money for this payment any more. Nothing happens to one that is not open. */
export async function cancelPayment(
  db: Kysely<Database>,
  { orderId, intentId }: { orderId: string; intentId: string },
  now: number,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'canceled', updated_at: now })
    .where('order_id', '=', orderId)
    .where('intent_id', '=', intentId)
    .where('state', '=', 'open')
    .execute()
}

/**
 * Opens the payment by card again, with what the order costs now. Another amount must be told to the gateway again.
 * Throws when it was paid.
 */
export async function reopenCardPayment(
  tx: Kysely<Database>,
  { orderId, amount, placedFrom, now }: Omit<NewCardPayment, 'gateway'>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set((e) => ({
      state: 'open',
      placed_from: placedFrom,
      amount_cents: amount,
      asked_cents: e.case().when('amount_cents', '=', amount).then(e.ref('asked_cents')).else(null).end(),
      updated_at: now,
    }))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'card')
    .where('state', 'in', statesBefore('open'))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('The payment cannot be opened again')
}

/**
 * Forgets the gateway's payment that cannot be paid any more, once, however many requests have found it dead: the next
 * is asked of `gateway`.
 */
export async function forgetIntent(
  tx: Kysely<Database>,
  { orderId, intentId, gateway }: { orderId: string; intentId: string; gateway: string },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set((e) => ({
      gateway,
      intent_id: null,
      client_secret: null,
      asked_cents: null,
      attempt: e('attempt', '+', 1),
    }))
    .where('order_id', '=', orderId)
    .where('intent_id', '=', intentId)
    .execute()
}
