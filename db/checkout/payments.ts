import { chargedCode } from '#domain/currency.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely, Selectable, Updateable } from 'kysely'
import { parsePaymentRisk } from '#domain/orders/payment-risk.ts'
import {
  sumReceived,
  statesBefore,
  type ExternalMethod,
  type Payment,
  type PaymentState,
} from '#domain/checkout/payment.ts'
import { toPaymentId, type OrderId, type PaymentId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { columnsOf, compiledStatement, insertRows } from '#db/engine/compiled-statements.ts'
import type { Database } from '#db/schema.ts'

type PaymentColumns = Omit<
  Updateable<Database['payments']>,
  'id' | 'order_id' | 'kind' | 'state' | 'updated_at'
>

const PAYMENT_COLUMNS = [
  'id',
  'kind',
  'gateway',
  'intent_id',
  'reference',
  'gift_card_id',
  'amount_cents',
  'received_cents',
  'currency',
  'state',
  'risk',
] as const

const paymentsOf = compiledStatement((db, { orderId }: { orderId: OrderId }) =>
  db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('gateway') // of those taken together, store credit after gift cards
    .orderBy('id'),
)

/** The payments of an order, oldest first. */
export async function findPayments(db: Kysely<Database>, orderId: OrderId): Promise<Payment[]> {
  const { rows } = await paymentsOf(db, { orderId })
  return rows.map(toPayment)
}

/** What was received for an order, summed over its payments. */
export async function findReceived(db: Kysely<Database>, orderId: OrderId): Promise<Cents> {
  return sumReceived(await findPayments(db, orderId))
}

function toPayment(row: Pick<Selectable<Database['payments']>, (typeof PAYMENT_COLUMNS)[number]>): Payment {
  return {
    id: row.id,
    kind: row.kind,
    gateway: row.gateway,
    intentId: row.intent_id,
    reference: row.reference,
    giftCardId: row.gift_card_id,
    amount: row.amount_cents,
    received: row.received_cents,
    currency: row.currency,
    state: row.state,
    risk: parsePaymentRisk(row.risk),
  }
}

/** A card payment that was not requested from the gateway yet. */
export interface NewCardPayment {
  orderId: OrderId
  gateway: string
  amount: Cents
  placedFrom: string
  now: number
}

/** Writes the card payments of new orders. */
export async function insertCardPayments(
  tx: Kysely<Database>,
  payments: readonly NewCardPayment[],
): Promise<void> {
  const rows = payments.map((payment) => ({
    ...openPaymentRow(payment),
    kind: 'card' as const,
    placed_from: payment.placedFrom,
  }))
  await insertRows(tx, 'payments', rows)
}

/** Writes a payment that is requested from the customer by link, and returns its id. */
export async function insertLinkPayment(
  tx: Kysely<Database>,
  payment: Omit<NewCardPayment, 'placedFrom'>,
): Promise<PaymentId> {
  const row = openPaymentRow(payment)
  await insertRows(tx, 'payments', [{ ...row, kind: 'link' }])
  return row.id
}

function openPaymentRow({ orderId, gateway, amount, now }: Omit<NewCardPayment, 'placedFrom'>) {
  return {
    id: toPaymentId(randomUUIDv7()),
    order_id: orderId,
    gateway,
    intent_id: null,
    client_secret: null,
    attempt: 1,
    amount_cents: amount,
    asked_cents: null,
    currency: chargedCode(),
    state: 'open' as const,
    created_at: now,
    updated_at: now,
  }
}

/** Writes money that staff received outside the shop. `isBalance`: for a change of an order that was paid before. */
export async function insertExternalPayment(
  tx: Kysely<Database>,
  {
    orderId,
    method,
    amount,
    reference,
    isBalance,
    now,
  }: {
    orderId: OrderId
    method: ExternalMethod
    amount: Cents
    reference: string
    isBalance: boolean
    now: number
  },
): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      id: toPaymentId(randomUUIDv7()),
      order_id: orderId,
      kind: 'external',
      gateway: method,
      intent_id: null,
      client_secret: null,
      attempt: 1,
      amount_cents: amount,
      asked_cents: null,
      received_cents: amount,
      received_at: isBalance ? now : null,
      currency: chargedCode(),
      state: 'succeeded',
      reference,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Its shape: the new state, and the columns that are set besides. */
const changePayment = compiledStatement(
  (db, values: PaymentColumns & { id: PaymentId; updated_at: number }, shape) => {
    const [to, ...columns] = shape.split(' ') as [PaymentState, ...(keyof PaymentColumns)[]]
    return db
      .updateTable('payments')
      .set({ ...columnsOf(values, columns), state: to })
      .where('id', '=', values.id)
      .where('state', 'in', statesBefore(to))
  },
)

/**
 * Changes the state of a payment. Only the functions below, which cancel and reopen one, change it too. Lock the order
 * first. Throws when PAYMENT_TRANSITIONS does not allow the change, which callers must check. Other columns can be set
 * without a change of state.
 */
export async function movePayment(
  tx: Kysely<Database>,
  { id }: Pick<Payment, 'id'>,
  to: PaymentState,
  now: number,
  columns: PaymentColumns = {},
): Promise<void> {
  const set = { ...columns, updated_at: now }
  const { numAffectedRows } = await changePayment(tx, { ...set, id }, `${to} ${Object.keys(set).join(' ')}`)
  if (numAffectedRows !== 1n) throw new Error(`Payment ${id} cannot become ${to}`)
}

/** Records that the gateway takes no money for this payment any more. Does nothing unless it is open. */
export async function cancelPayment(
  db: Kysely<Database>,
  { orderId, intentId }: { orderId: OrderId; intentId: string },
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

/** Closes a payment that was never requested from the gateway. Does nothing unless it is open. */
export async function cancelUnrequestedPayment(
  db: Kysely<Database>,
  id: PaymentId,
  now: number,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'canceled', updated_at: now })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .where('state', '=', 'open')
    .execute()
}

/** Reopens the payment of a link for another gateway payment, when the last one can no longer be paid. */
export async function reopenLinkPayment(
  tx: Kysely<Database>,
  { id, gateway, now }: { id: PaymentId; gateway: string; now: number },
): Promise<void> {
  const asNew = { gateway, currency: chargedCode() }
  const columns = { ...asNew, intent_id: null, client_secret: null, asked_cents: null }
  await tx
    .updateTable('payments')
    .set((e) => ({ ...columns, state: 'open', attempt: e('attempt', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('kind', '=', 'link')
    .where('state', 'in', statesBefore('open'))
    .execute()
}

/**
 * Reopens the card payment with the order's current total, in the shop's currency. A changed amount must be sent to the
 * gateway; one that was never requested is requested from `gateway`. Throws when it was paid.
 */
export async function reopenCardPayment(
  tx: Kysely<Database>,
  { orderId, amount, placedFrom, gateway, now }: NewCardPayment,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set((e) => ({
      state: 'open',
      placed_from: placedFrom,
      gateway: e.case().when('intent_id', 'is', null).then(gateway).else(e.ref('gateway')).end(),
      amount_cents: amount,
      currency: chargedCode(),
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
 * Detaches a gateway payment that can no longer be paid, once, however many requests notice it. The next gateway
 * payment is requested from `gateway`.
 */
export async function discardIntent(
  tx: Kysely<Database>,
  { orderId, intentId, gateway }: { orderId: OrderId; intentId: string; gateway: string },
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
