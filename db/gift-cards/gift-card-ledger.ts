import { sql, type Kysely } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { SignedLinks } from '#db/engine/signed-links.ts'
import { IS_TEST_CARD } from '#db/engine/test-orders.ts'
import type { Database } from '#db/schema.ts'
import { announce } from '#db/webhooks/announce.ts'
import { parseGiftCode } from '#domain/gift-cards/gift-code.ts'
import { GIFT_CARD_ENTRY_KINDS } from '#domain/gift-cards/gift-card.ts'
import type { GiftCardEntryKind, GiftCardKind, GiftCardState } from '#domain/gift-cards/gift-card.ts'
import type { GiftCardId, PaymentId, RefundId } from '#domain/ids.ts'
import { cents, signedCents, type Cents, type SignedCents } from '#domain/money.ts'

/** A change of a balance. `amount`: below zero when it takes. `by`: a member of staff, `shopper` or `system`. */
export interface GiftCardEntry {
  id: GiftCardId
  kind: GiftCardEntryKind
  amount: SignedCents
  paymentId?: PaymentId
  refundId?: RefundId
  reason?: string
  by: string
  at: number
}

/** A stored entry, with the balance after it. */
export interface StoredEntry extends Required<Omit<GiftCardEntry, 'paymentId' | 'refundId'>> {
  number: number
  balance: Cents
  paymentId: PaymentId | null
  refundId: RefundId | null
}

/** A card with what it is worth now. */
export interface GiftCardBalance {
  id: GiftCardId
  kind: GiftCardKind
  state: GiftCardState
  lastFour: string
  balance: Cents
}

/** Cards whose balances nobody else changes until the transaction ends. */
export interface LockedGiftCards {
  get(id: GiftCardId): GiftCardBalance | undefined
  /** False, and nothing is kept, when the balance would be below zero. */
  add(entry: GiftCardEntry): boolean
  /** Appends what was added to the ledger. */
  write(): Promise<void>
}

/**
 * Locks cards in one order, so that two transactions cannot wait for each other, and reads their balances after that.
 * Lock them after orders and limits, and before products.
 */
export async function lockGiftCards(
  tx: Kysely<Database>,
  ids: readonly GiftCardId[],
): Promise<LockedGiftCards> {
  const sorted = [...new Set(ids)].toSorted()
  const [, found] =
    sorted.length === 0
      ? [[], []]
      : await Promise.all([
          tx
            .selectFrom('gift_cards')
            .select('id')
            .where(isAmong(tx, 'id', sorted))
            .orderBy('id')
            .forUpdate()
            .execute(),
          giftCardBalances(tx)
            .where(isAmong(tx, 'gift_cards.id', sorted))
            .execute(),
        ])
  const cards = new Map(found.map((row) => [row.id, { ...toBalance(row), number: row.number }]))
  const added: Parameters<typeof insertEntries>[1][number][] = []
  return {
    get: (id) => cards.get(id),
    add(entry) {
      const card = cards.get(entry.id)
      if (!card) throw new Error(`Gift card ${entry.id} is not locked`)
      const after = card.balance + entry.amount
      if (after < 0) return false
      card.balance = cents(after)
      card.number += 1
      added.push({ ...entry, number: card.number, balance: card.balance })
      return true
    },
    write: () => insertEntries(tx, added),
  }
}

/** The first entry of each of these new cards. */
export async function insertFirstEntries(
  tx: Kysely<Database>,
  entries: readonly (GiftCardEntry & { amount: Cents })[],
): Promise<void> {
  await insertEntries(
    tx,
    entries.map((entry) => ({ ...entry, number: 1, balance: entry.amount })),
  )
}

async function insertEntries(
  tx: Kysely<Database>,
  entries: readonly (GiftCardEntry & { number: number; balance: Cents })[],
): Promise<void> {
  const rows = entries.map(
    ({ id, number, kind, amount, balance, paymentId, refundId, reason = '', by, at }) => {
      const way = GIFT_CARD_ENTRY_KINDS[kind]
      if (amount === 0 || (way === 'up' && amount < 0) || (way === 'down' && amount > 0))
        throw new Error(`A gift card entry of the kind ${kind} cannot be ${amount}`)
      return {
        gift_card_id: id,
        number,
        kind,
        amount_cents: amount,
        balance_cents: balance,
        payment_id: paymentId ?? null,
        refund_id: refundId ?? null,
        reason,
        actor: by,
        created_at: at,
      }
    },
  )
  await Promise.all([
    insertRows(tx, 'gift_card_entries', rows),
    announce(
      tx,
      entries.map(({ id, number, kind, amount, at }) => ({
        topic: number === 1 ? 'gift_card.issued' : 'gift_card.changed',
        thing: `gift-card:${id}`,
        facts: { event: kind, amount },
        at,
      })),
    ),
  ])
}

/** Cards with their last entry. */
export function giftCardBalances(db: Kysely<Database>) {
  return db
    .selectFrom('gift_cards')
    .innerJoin('gift_card_entries as last', 'last.gift_card_id', 'gift_cards.id')
    .where((e) =>
      e(
        'last.number',
        '=',
        e
          .selectFrom('gift_card_entries as one')
          .select(sql<number>`max(one.number)`.as('number'))
          .whereRef('one.gift_card_id', '=', 'gift_cards.id'),
      ),
    )
    .select([
      'gift_cards.id',
      'gift_cards.kind',
      'last_four',
      'last.number',
      'balance_cents',
      CARD_STATE.as('state'),
    ])
}

/** The state of a card: one that was bought in a test order is disabled once the shop sells. */
export const CARD_STATE = sql<GiftCardState>`case when ${IS_TEST_CARD} then 'disabled' else gift_cards.state end`

function toBalance(row: {
  id: GiftCardId
  kind: GiftCardKind
  state: GiftCardState
  last_four: string
  balance_cents: Cents
}): GiftCardBalance {
  const { id, kind, state, last_four: lastFour, balance_cents: balance } = row
  return { id, kind, state, lastFour, balance }
}

/** By what a card is found whose code was typed; null: it is the code of none. */
export function hashOfTyped({ signedLinks }: { signedLinks: SignedLinks }, typed: string): string | null {
  const code = parseGiftCode(typed)
  return code === null ? null : signedLinks.keyFor('gift-card', code)
}

/** The card with the code of this digest, or the store credit of this email address; null: there is none. */
export async function findGiftCard(
  db: Kysely<Database>,
  by: { codeHash: string } | { email: string } | { id: GiftCardId },
): Promise<GiftCardBalance | null> {
  const [column, value] =
    'id' in by
      ? (['gift_cards.id', by.id] as const)
      : 'email' in by
        ? (['email', by.email] as const)
        : (['code_hash', by.codeHash] as const)
  const row = await giftCardBalances(db).where(sql.ref<string>(column), '=', value).executeTakeFirst()
  return row ? toBalance(row) : null
}

/** What happened to a card, the newest first. */
export async function listEntries(db: Kysely<Database>, id: GiftCardId): Promise<StoredEntry[]> {
  const rows = await db
    .selectFrom('gift_card_entries')
    .selectAll()
    .where('gift_card_id', '=', id)
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.gift_card_id,
    number: row.number,
    kind: row.kind,
    amount: signedCents(row.amount_cents),
    balance: row.balance_cents,
    paymentId: row.payment_id,
    refundId: row.refund_id,
    reason: row.reason,
    by: row.actor,
    at: row.created_at,
  }))
}
