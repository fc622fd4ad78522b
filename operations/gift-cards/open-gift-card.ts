import {
  findGiftCard,
  listEntries,
  type GiftCardBalance,
  type StoredEntry,
  hashOfTyped,
} from '#db/gift-cards/gift-card-ledger.ts'
import { parseGiftCode, spacedGiftCode } from '#domain/gift-cards/gift-code.ts'
import type { Shop } from '#operations/shop.ts'

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
