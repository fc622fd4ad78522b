import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import { COUNTS_IN_FIGURES, IS_TEST_CARD, IS_TEST_ENTRY } from '#db/engine/test-orders.ts'
import { readBalances, readReturned, readSoldOrders } from '#db/sales/sales.ts'
import type { Database } from '#db/schema.ts'
import { eventsOfCard, eventsOfOrder, type BookEvent, type OrderFacts } from '#domain/books/journal.ts'
import { toOrderId, type OrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'

/** What a subject says in the books, and the order that it is about. */
export interface SubjectEvents {
  orderNumber: string | null
  events: BookEvent[]
}

/** What these orders say in the books. One that does not count, or was deleted, says nothing. */
export async function readOrderEvents(
  db: Kysely<Database>,
  subjects: readonly string[],
): Promise<Map<string, SubjectEvents>> {
  const ids = subjects.map(toOrderId)
  if (ids.length === 0) return new Map()
  const [numbers, sold, balances, returned, fees, cards, late] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'number'])
      .where(isAmong(db, 'id', ids))
      .execute(),
    readSoldOrders(db, { ids }),
    readBalances(db, { ids }),
    readReturned(db, { ids }),
    db
      .selectFrom('returns')
      .select('id')
      .where(isAmong(db, 'order_id', ids))
      .where('fee_cents', '>', cents(0))
      .execute(),
    db
      .selectFrom('gift_card_entries')
      .innerJoin('gift_cards', 'gift_cards.id', 'gift_card_entries.gift_card_id')
      .select(['gift_cards.order_id as orderId', 'gift_card_entries.kind'])
      .select((e) => e.fn.sum<number>('amount_cents').as('amount'))
      .where(isAmong(db, 'gift_cards.order_id', ids))
      .where('gift_card_entries.kind', 'in', ['issue', 'void'])
      .groupBy(['gift_cards.order_id', 'gift_card_entries.kind'])
      .execute(),
    readLate(db, ids),
  ])
  const feesKept = new Set<string>(fees.map(({ id }) => id))
  const soldOf = new Map(sold.map((order) => [order.id, order]))
  const returnedOf = new Map(returned.map((one) => [one.orderId, one]))
  const balancesOf = Map.groupBy(balances, ({ orderId }) => orderId)
  const lateOf = Map.groupBy(late, ({ orderId }) => orderId)
  const ofCards = (id: OrderId, kind: 'issue' | 'void') =>
    Number(cards.find((sums) => sums.orderId === id && sums.kind === kind)?.amount ?? 0)
  return new Map(
    numbers.map(({ id, number }) => {
      const events = eventsOfOrder({
        sold: soldOf.get(id) ?? null,
        balances: balancesOf.get(id) ?? [],
        returned: returnedOf.get(id) ?? null,
        feesKept,
        cards: { issued: ofCards(id, 'issue'), ended: -ofCards(id, 'void') },
        late: lateOf.get(id) ?? [],
      })
      return [id, { orderNumber: number, events }]
    }),
  )
}

/** The money of orders that were never paid, and what was returned of it. */
async function readLate(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<(OrderFacts['late'][number] & { orderId: string })[]> {
  const [received, returned] = await Promise.all([
    db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['payments.id', 'order_id as orderId', 'payments.updated_at as at', 'gateway'])
      .select('received_cents as amount')
      .where(isAmong(db, 'order_id', ids))
      .where('orders.paid_at', 'is', null)
      .where('received_at', 'is', null)
      .where('received_cents', '>', cents(0))
      .where(COUNTS_IN_FIGURES)
      .execute(),
    db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['refunds.id', 'refunds.order_id as orderId', 'done_at as at', 'gateway'])
      .select('refunds.amount_cents as amount')
      .where(isAmong(db, 'refunds.order_id', ids))
      .where('orders.paid_at', 'is', null)
      .where('done_at', 'is not', null)
      .where(COUNTS_IN_FIGURES)
      .execute(),
  ])
  return [
    ...received.map(({ id, ...row }) => ({ ...row, source: `late ${id}` })),
    ...returned.map(({ id, at, amount, ...row }) => ({
      ...row,
      at: at ?? 0,
      amount: -amount,
      source: `refund ${id}`,
    })),
  ]
}

/** The orders in which these gift cards were sold: what they say depends on what of their cards has ended. */
export async function ordersOfCards(db: Kysely<Database>, subjects: readonly string[]): Promise<OrderId[]> {
  if (subjects.length === 0) return []
  const rows = await db
    .selectFrom('gift_cards')
    .innerJoin('orders', 'orders.id', 'gift_cards.order_id')
    .select('orders.id')
    .where(isAmong(db, 'gift_cards.id', subjects))
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}

/** What these gift cards and store credits say in the books. Cards of test orders that do not count say nothing. */
export async function readCardEvents(
  db: Kysely<Database>,
  subjects: readonly string[],
): Promise<Map<string, SubjectEvents>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('gift_card_entries')
    .innerJoin('gift_cards', 'gift_cards.id', 'gift_card_entries.gift_card_id')
    .leftJoin('orders', 'orders.id', 'gift_cards.order_id')
    .select(['gift_cards.id', 'gift_cards.kind as cardKind', 'orders.number as orderNumber'])
    .select(['gift_card_entries.number', 'gift_card_entries.kind', 'amount_cents as amount'])
    .select(['gift_card_entries.created_at as at', IS_TEST_ENTRY.as('isOfTest')])
    .where(isAmong(db, 'gift_cards.id', subjects))
    .where((e) => e.not(IS_TEST_CARD))
    .orderBy('gift_card_entries.number')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, entries]) => {
      const { cardKind, orderNumber } = entries[0]!
      const card = { kind: cardKind, isSold: orderNumber !== null }
      const ledger = entries.map(({ isOfTest, ...entry }) => ({ ...entry, isOfTest: Boolean(isOfTest) }))
      return [id, { orderNumber, events: eventsOfCard(card, ledger) }]
    }),
  )
}
