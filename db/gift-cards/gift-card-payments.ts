import { chargedCode } from '#domain/currency.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { compiledStatement, insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { GiftCardKind } from '#domain/gift-cards/gift-card.ts'
import { toPaymentId, type GiftCardId, type OrderId, type PaymentId } from '#domain/ids.ts'
import { cents, signedCents, type Cents } from '#domain/money.ts'
import { lockGiftCards, type LockedGiftCards } from './gift-card-ledger.ts'

/** What a card pays of an order. */
export interface GiftCardShare {
  id: GiftCardId
  kind: GiftCardKind
  lastFour: string
  amount: Cents
}

interface OrderOfCards {
  orderId: OrderId
  cards: readonly GiftCardShare[]
  now: number
}

/** What cards pay of orders that are placed together, each after those that were added before. */
export interface LockedSpending {
  allow(order: Pick<OrderOfCards, 'cards'>): boolean
  add(order: OrderOfCards): void
  write(): Promise<void>
}

/** Keeps others from changing the cards of new orders until the transaction ends. */
export async function lockSpending(
  tx: Kysely<Database>,
  orders: readonly Pick<OrderOfCards, 'cards'>[],
): Promise<LockedSpending> {
  const locked = await lockGiftCards(
    tx,
    orders.flatMap(({ cards }) => cards.map(({ id }) => id)),
  )
  return spendingOf(tx, locked)
}

function spendingOf(tx: Kysely<Database>, locked: LockedGiftCards): LockedSpending {
  const rows: ReturnType<typeof paymentRow>[] = []
  return {
    allow: ({ cards }) => canTake(locked, cards),
    add({ orderId, cards, now }) {
      for (const card of cards) {
        const row = paymentRow(orderId, card, now)
        take(locked, { id: card.id, paymentId: row.id, amount: card.amount }, now)
        rows.push(row)
      }
    },
    async write() {
      // At once: it may leave with the commit.
      await Promise.all([insertRows(tx, 'payments', rows), locked.write()])
    },
  }
}

/** Whether each of these cards may be used, and has what it is to pay. */
function canTake(locked: LockedGiftCards, cards: readonly Pick<GiftCardShare, 'id' | 'amount'>[]): boolean {
  return cards.every(({ id, amount }) => {
    const card = locked.get(id)
    return card?.state === 'active' && card.balance >= amount
  })
}

function paymentRow(orderId: OrderId, { id, kind, lastFour, amount }: GiftCardShare, now: number) {
  return {
    id: toPaymentId(randomUUIDv7()),
    order_id: orderId,
    kind: 'gift-card' as const,
    gateway: kind,
    gift_card_id: id,
    intent_id: null,
    client_secret: null,
    attempt: 1,
    amount_cents: amount,
    asked_cents: null,
    currency: chargedCode(),
    state: 'open' as const,
    reference: lastFour,
    created_at: now,
    updated_at: now,
  }
}

function take(
  locked: LockedGiftCards,
  { id, paymentId, amount }: { id: GiftCardId; paymentId: PaymentId; amount: number },
  now: number,
): void {
  const entry = {
    id,
    kind: 'debit',
    amount: signedCents(-amount),
    paymentId,
    by: 'shopper',
    at: now,
  } as const
  if (!locked.add(entry)) throw new Error(`Gift card ${id} has less than ${amount}`)
}

function giveBack(
  locked: LockedGiftCards,
  { id, paymentId, amount }: { id: GiftCardId; paymentId: PaymentId; amount: number },
  now: number,
): void {
  locked.add({ id, kind: 'credit-back', amount: signedCents(amount), paymentId, by: 'system', at: now })
}

/** The payments of an order by gift cards. Its rows stay, so that a card that was taken off has an amount of 0. */
function paymentsByCards(tx: Kysely<Database>, orderId: OrderId) {
  return tx
    .selectFrom('payments')
    .select(['id', 'gift_card_id as cardId', 'amount_cents as amount', 'state'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'gift-card')
    .$narrowType<{ cardId: GiftCardId }>()
    .execute()
}

/**
 * Makes these cards pay for an unpaid order, in place of those that paid before: only the difference of each is taken
 * or given back. False, with nothing written, when one may not be used or has too little. Lock the order first.
 */
export async function rewriteGiftCardPayments(
  tx: Kysely<Database>,
  { orderId, cards, now }: OrderOfCards,
): Promise<boolean> {
  const before = await paymentsByCards(tx, orderId)
  if (before.length === 0 && cards.length === 0) return true
  const locked = await lockGiftCards(tx, [
    ...before.map(({ cardId }) => cardId),
    ...cards.map(({ id }) => id),
  ])
  const heldBy = new Map(
    before.map(({ cardId, amount, state }) => [cardId, state === 'open' ? amount : cents(0)]),
  )
  const moreOf = ({ id, amount }: GiftCardShare) => amount - (heldBy.get(id) ?? 0)
  const isPossible = canTake(
    locked,
    cards.map((card) => ({ id: card.id, amount: cents(Math.max(0, moreOf(card))) })),
  )
  if (!isPossible) return false
  for (const { id: paymentId, cardId: id, state } of before) {
    const card = cards.find((one) => one.id === id)
    const more = card ? moreOf(card) : -heldBy.get(id)!
    if (more > 0) take(locked, { id, paymentId, amount: more }, now)
    if (more < 0) giveBack(locked, { id, paymentId, amount: -more }, now)
    const set = {
      amount_cents: card?.amount ?? cents(0),
      state: card ? 'open' : 'canceled',
      updated_at: now,
    } as const
    if (more !== 0 || set.state !== state)
      await tx.updateTable('payments').set(set).where('id', '=', paymentId).execute()
  }
  const spending = spendingOf(tx, locked)
  spending.add({ orderId, cards: cards.filter(({ id }) => !heldBy.has(id)), now })
  await spending.write()
  return true
}

/**
 * Takes again what cards are to pay of an order that had ended and was paid after that, and returns what writes it;
 * null when a card may not be used or has too little.
 */
export async function takeGiftCardsAgain(
  tx: Kysely<Database>,
  orderId: OrderId,
  now: number,
): Promise<(() => Promise<void>) | null> {
  const ended = (await paymentsByCards(tx, orderId)).filter(
    ({ state, amount }) => state === 'canceled' && amount > 0,
  )
  const locked = await lockGiftCards(
    tx,
    ended.map(({ cardId }) => cardId),
  )
  const shares = ended.map(({ id: paymentId, cardId: id, amount }) => ({ id, paymentId, amount }))
  if (!canTake(locked, shares)) return null
  for (const share of shares) take(locked, share, now)
  return async () => {
    await locked.write()
    for (const { paymentId } of shares)
      await tx
        .updateTable('payments')
        .set({ state: 'open', updated_at: now })
        .where('id', '=', paymentId)
        .execute()
  }
}

/** Gives back what cards were to pay of an order that ends unpaid. Lock the order first. */
export async function endGiftCardPayments(
  tx: Kysely<Database>,
  orderId: OrderId,
  now: number,
): Promise<void> {
  const ended = await tx
    .updateTable('payments')
    .set({ state: 'canceled', updated_at: now })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'gift-card')
    .where('state', '=', 'open')
    .returning(['id', 'gift_card_id as cardId', 'amount_cents as amount'])
    .$narrowType<{ cardId: GiftCardId }>()
    .execute()
  if (ended.length === 0) return
  const locked = await lockGiftCards(
    tx,
    ended.map(({ cardId }) => cardId),
  )
  for (const { id: paymentId, cardId: id, amount } of ended) giveBack(locked, { id, paymentId, amount }, now)
  await locked.write()
}

const receive = compiledStatement((db, { orderId, now }: { orderId: OrderId; now: number }) =>
  db
    .updateTable('payments')
    .set((e) => ({ state: 'succeeded', received_cents: e.ref('amount_cents'), updated_at: now }))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'gift-card')
    .where('state', '=', 'open'),
)

/** What cards pay of an order counts as received, because it is paid. It reads nothing. */
export async function receiveGiftCardPayments(
  tx: Kysely<Database>,
  orderId: OrderId,
  now: number,
): Promise<void> {
  await receive(tx, { orderId, now })
}

/** What a checkout's own unpaid order has taken of each card: it is there for this checkout. */
export async function findOwnShares(
  db: Kysely<Database>,
  checkoutId: string,
): Promise<Map<GiftCardId, Cents>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['gift_card_id as cardId', 'amount_cents as amount'])
    .where('checkout_id', '=', checkoutId)
    .where('orders.state', '=', 'pending')
    .where('payments.state', '=', 'open')
    .where('payments.kind', '=', 'gift-card')
    .$narrowType<{ cardId: GiftCardId }>()
    .execute()
  return new Map(rows.map(({ cardId, amount }) => [cardId, amount]))
}

/** What gift cards and store credit pay of each of these orders. Orders without any are left out. */
export async function findPaidByCards(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, { lastFour: string; amount: Cents }[]>> {
  const rows = await db
    .selectFrom('payments')
    .select(['order_id as orderId', 'reference as lastFour', 'amount_cents as amount'])
    .where(isAmong(db, 'order_id', orderIds))
    .where('kind', '=', 'gift-card')
    .where('state', '!=', 'canceled')
    .orderBy('created_at')
    .orderBy('gateway')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ orderId }) => orderId)
}
