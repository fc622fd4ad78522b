import {
  findGiftCard,
  hashOfTyped,
  listEntries,
  type GiftCardBalance,
  type StoredEntry,
} from '#db/gift-cards/gift-card-ledger.ts'
import {
  findListedGiftCard,
  listGiftCards,
  sumOwed,
  walkGiftCards,
  type GiftCardQuery,
  type ListedGiftCard,
} from '#db/gift-cards/gift-card-list.ts'
import { parseGiftCode, spacedGiftCode } from '#domain/gift-cards/gift-code.ts'
import { INBOX_PAGE_SIZE } from '#domain/inbox/inbox-list.ts'
import type { GiftCardId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 500

/** One page of the gift cards and store credit, newest first. A page past the end returns the last one. */
export function readGiftCards(
  { database: { db } }: Shop,
  query: GiftCardQuery,
  page: number,
): Promise<ListPage<ListedGiftCard>> {
  return nearestPage(page, INBOX_PAGE_SIZE, async (span) => {
    const { cards, total } = await listGiftCards(db, query, span)
    return { rows: cards, total }
  })
}

/** All matching cards in batches, for an export. */
export function streamGiftCards({ database: { db } }: Shop, query: GiftCardQuery) {
  return walkGiftCards(db, query, BATCH_SIZE)
}

/** What the shop owes on all of them. */
export function readLiability({ database: { db } }: Shop): Promise<Cents> {
  return sumOwed(db)
}

/** One card with what happened to it, newest first; null: there is none. */
export async function readGiftCard({ database: { db } }: Shop, id: GiftCardId) {
  const card = await findListedGiftCard(db, id)
  return card && { ...card, entries: await listEntries(db, id) }
}

/** A gift card as the holder of its code may see it, with what happened to it, the newest first. */
export interface OpenedGiftCard {
  code: string
  card: GiftCardBalance
  entries: StoredEntry[]
}

/** The gift card whose code was typed; null: no card has it, whatever is wrong with it. */
export async function openGiftCard(
  shop: Pick<Shop, 'database' | 'signedLinks'>,
  typed: string,
): Promise<OpenedGiftCard | null> {
  const { db } = shop.database
  const [code, codeHash] = [parseGiftCode(typed), hashOfTyped(shop, typed)]
  const card = codeHash === null ? null : await findGiftCard(db, { codeHash })
  if (card === null || code === null) return null
  return { code: spacedGiftCode(code), card, entries: await listEntries(db, card.id) }
}
