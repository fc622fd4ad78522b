import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Updateable } from 'kysely'
import {
  DUE_LINK_STATES,
  isBalanceDue,
  orderLinkOf,
  PAYMENT_LINK_STATES,
  PAYMENT_LINK_TRANSITIONS,
  type ChargedChange,
  type OrderBefore,
  type PaymentLink,
  type PaymentLinkState,
} from '#domain/checkout/payment-link.ts'
import { toPaymentLinkId, type OrderId, type PaymentId, type PaymentLinkId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import type { Database } from '#db/schema.ts'
import { insertLinkPayment } from '#db/checkout/payments.ts'

/** A link that was not sent yet. */
export interface NewPaymentLink {
  orderId: OrderId
  gateway: string
  amount: Cents
  change: ChargedChange
  /** Null: it cannot be undone. */
  undo: OrderBefore | null
  expiresAt: number
  now: number
}

/** Writes a link with its payment. Lock the order first: it can wait for one balance only. */
export async function insertPaymentLink(
  tx: Kysely<Database>,
  { orderId, gateway, amount, change, undo, expiresAt, now }: NewPaymentLink,
): Promise<PaymentLinkId> {
  const id = toPaymentLinkId(randomUUID())
  const paymentId = await insertLinkPayment(tx, { orderId, gateway, amount, now })
  await tx
    .insertInto('payment_links')
    .values({
      id,
      order_id: orderId,
      payment_id: paymentId,
      state: 'open',
      amount_cents: amount,
      change: JSON.stringify(change),
      undo: undo && JSON.stringify(undo),
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  await writeBalance(tx, { orderId, amount }, 'open', now)
  return id
}

/** The link with this id, or null. */
export async function findPaymentLink(db: Kysely<Database>, id: PaymentLinkId): Promise<PaymentLink | null> {
  const row = await db.selectFrom('payment_links').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toLink(row) : null
}

/** The link of a payment, or null. */
export async function findLinkOfPayment(
  db: Kysely<Database>,
  paymentId: PaymentId,
): Promise<PaymentLink | null> {
  const links = db.selectFrom('payment_links').selectAll()
  const row = await links.where('payment_id', '=', paymentId).executeTakeFirst()
  return row ? toLink(row) : null
}

/** The link whose balance an order waits for, or null. */
export async function findDueLink(db: Kysely<Database>, orderId: OrderId): Promise<PaymentLink | null> {
  const row = await db
    .selectFrom('payment_links')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', [...DUE_LINK_STATES])
    .executeTakeFirst()
  return row ? toLink(row) : null
}

/** The last link of an order that was voided, or null. */
export async function findVoidLink(db: Kysely<Database>, orderId: OrderId): Promise<PaymentLink | null> {
  const row = await db
    .selectFrom('payment_links')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'void' satisfies PaymentLinkState)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return row ? toLink(row) : null
}

/** Some of the links that are open and have expired by now. */
export async function findExpiredLinks(
  db: Kysely<Database>,
  now: number,
  limit: number,
): Promise<PaymentLink[]> {
  const rows = await db
    .selectFrom('payment_links')
    .selectAll()
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toLink)
}

/**
 * Replaces the payment of a due link with a new one of this amount, because the old one can no longer be paid. Once a
 * part was paid, the change cannot be undone.
 */
export async function renewLink(
  tx: Kysely<Database>,
  link: PaymentLink,
  { amount, gateway, now }: { amount: Cents; gateway: string; now: number },
): Promise<PaymentLink> {
  const paymentId = await insertLinkPayment(tx, { orderId: link.orderId, gateway, amount, now })
  const renewed = { ...link, amount, paymentId }
  const isPaidInPart = amount < link.amount
  await moveLink(tx, renewed, link.state, now, { payment_id: paymentId, ...(isPaidInPart && { undo: null }) })
  return renewed
}

/**
 * Changes the state and the amount of a link, `orders.payment_link` and the version of the order: the only writer of
 * the first three. Lock the order first. Throws when PAYMENT_LINK_TRANSITIONS does not allow the change, which callers
 * must check.
 */
export async function moveLink(
  tx: Kysely<Database>,
  link: PaymentLink,
  to: PaymentLinkState,
  now: number,
  columns: Pick<Updateable<Database['payment_links']>, 'expires_at' | 'payment_id' | 'undo'> = {},
): Promise<void> {
  const from = PAYMENT_LINK_STATES.filter(
    (state) => state === to || PAYMENT_LINK_TRANSITIONS[state].includes(to),
  )
  const { numUpdatedRows } = await tx
    .updateTable('payment_links')
    .set({ ...columns, state: to, amount_cents: link.amount })
    .where('id', '=', link.id)
    .where('state', 'in', from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`Payment link ${link.id} cannot become ${to}`)
  await writeBalance(tx, link, to, now)
}

async function writeBalance(
  tx: Kysely<Database>,
  { orderId, amount }: Pick<PaymentLink, 'orderId' | 'amount'>,
  state: PaymentLinkState,
  now: number,
): Promise<void> {
  await incrementVersion(tx, orderId, now, {
    balance_due_cents: isBalanceDue(state) ? amount : cents(0),
    payment_link: orderLinkOf(state),
  })
}

function toLink(row: Selectable<Database['payment_links']>): PaymentLink {
  return {
    id: row.id,
    orderId: row.order_id,
    paymentId: row.payment_id,
    state: row.state,
    amount: row.amount_cents,
    change: JSON.parse(row.change) as ChargedChange,
    undo: row.undo === null ? null : (JSON.parse(row.undo) as OrderBefore),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  }
}
