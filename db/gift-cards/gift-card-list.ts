import { sql, type Kysely } from 'kysely'
import { likeText } from '#db/engine/contains-text.ts'
import { olderThan } from '#db/engine/older-than.ts'
import { IS_TEST_CARD } from '#db/engine/test-orders.ts'
import type { Database } from '#db/schema.ts'
import type { GiftCardEntryKind, GiftCardListState } from '#domain/gift-cards/gift-card.ts'
import type { GiftCardId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { SLOT_MS } from '#domain/sales/sales.ts'
import { CARD_STATE, giftCardBalances } from './gift-card-ledger.ts'

/** Filters of the list of gift cards. Blank: no filter. */
export interface GiftCardQuery {
  query: string
  state: GiftCardListState | ''
}

/** A gift card or store credit, as lists and its page show it. */
export type ListedGiftCard = Awaited<ReturnType<typeof listGiftCards>>['cards'][number]

/** One page of the gift cards and store credit, newest first, with the total. */
export async function listGiftCards(
  db: Kysely<Database>,
  query: GiftCardQuery,
  { limit, offset }: { limit: number; offset: number },
) {
  const [rows, { total }] = await Promise.all([
    newestFirst(db, query).limit(limit).offset(offset).execute(),
    matching(db, query)
      .clearSelect()
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { cards: rows.map(listed), total: Number(total) }
}

/** Every matching card, newest first, in batches. */
export async function* walkGiftCards(db: Kysely<Database>, query: GiftCardQuery, batch: number) {
  let after: { createdAt: number; id: GiftCardId } | null = null
  do {
    let page = newestFirst(db, query).limit(batch)
    if (after) page = page.where(olderThan('gift_cards', after))
    const rows: Awaited<ReturnType<typeof page.execute>> = await page.execute()
    after = rows.length < batch ? null : (rows.at(-1) ?? null)
    yield rows.map(listed)
  } while (after !== null)
}

/** One card by its id; null: there is none. */
export async function findListedGiftCard(db: Kysely<Database>, id: GiftCardId) {
  const row = await newestFirst(db, { query: '', state: '' })
    .where('gift_cards.id', '=', id)
    .executeTakeFirst()
  return row ? listed(row) : null
}

/** What the shop owes on all gift cards and store credit, or owed before a time. */
export async function sumOwed(db: Kysely<Database>, before?: number): Promise<Cents> {
  let entries = countedEntries(db).select(sql<number>`coalesce(sum(amount_cents), 0)`.as('owed'))
  if (before !== undefined) entries = entries.where('created_at', '<', before)
  const { owed } = await entries.executeTakeFirstOrThrow()
  return cents(Number(owed))
}

/** What the entries of a time came to, by kind and quarter of an hour (`SLOT_MS`). */
export async function sumEntries(
  db: Kysely<Database>,
  { from, until }: { from: number; until: number },
): Promise<{ slot: number; kind: GiftCardEntryKind; amount: number }[]> {
  const slot = sql<number>`created_at / ${sql.lit(SLOT_MS)}`
  const rows = await countedEntries(db)
    .select(['kind', slot.as('slot'), sql<number>`sum(amount_cents)`.as('amount')])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy(['kind', slot])
    .execute()
  return rows.map((row) => ({ kind: row.kind, slot: Number(row.slot), amount: Number(row.amount) }))
}

/** The entries of all cards but those that were bought in test orders. */
function countedEntries(db: Kysely<Database>) {
  const ofTests = db
    .selectFrom('gift_cards')
    .select('id')
    .where('order_id', 'is not', null)
    .where(IS_TEST_CARD)
  return db.selectFrom('gift_card_entries').where('gift_card_id', 'not in', ofTests)
}

function newestFirst(db: Kysely<Database>, query: GiftCardQuery) {
  return matching(db, query)
    .select(['orders.number as orderNumber', 'gift_cards.order_id as orderId'])
    .select(['recipient_name as name', 'recipient_email as email', 'sender_name as sender'])
    .select(['send_on as sendOn', 'sent_at as sentAt', 'gift_cards.created_at as createdAt'])
    .orderBy('gift_cards.created_at', 'desc')
    .orderBy('gift_cards.id', 'desc')
}

function listed<Row extends { last_four: string; balance_cents: Cents; number: number }>(row: Row) {
  const { last_four: lastFour, balance_cents: balance, number: _entries, ...card } = row
  return { ...card, lastFour, balance }
}

function matching(db: Kysely<Database>, { query, state }: GiftCardQuery) {
  let cards = giftCardBalances(db).leftJoin('orders', 'orders.id', 'gift_cards.order_id')
  const text = query.replaceAll('\0', '').trim().toLowerCase()
  const holds = (column: string) =>
    sql<boolean>`lower(${sql.ref(column)}) like ${`%${likeText(text)}%`} escape '\\'`
  if (text !== '')
    cards = cards.where((e) =>
      e.or([
        holds('recipient_email'),
        holds('gift_cards.email'),
        e('last_four', '=', text.toUpperCase()),
        e('orders.number', '=', text.toUpperCase()),
      ]),
    )
  switch (state) {
    case 'active':
      return cards.where(CARD_STATE, '=', 'active').where('balance_cents', '>', cents(0))
    case 'disabled':
      return cards.where(CARD_STATE, '=', 'disabled')
    case 'empty':
      return cards.where('balance_cents', '=', cents(0))
    case 'credit':
      return cards.where('gift_cards.kind', '=', 'store-credit')
    case 'to-send':
      return cards.where('send_on', 'is not', null).where('sent_at', 'is', null)
    case '':
      return cards
  }
}
