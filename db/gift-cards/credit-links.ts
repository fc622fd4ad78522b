import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { GiftCardId } from '#domain/ids.ts'
import { findGiftCard, type GiftCardBalance } from './gift-card-ledger.ts'

/** A link by mail that proves whose store credit it is. `giftCardId`: null when the address has none. */
export interface CreditLink {
  id: string
  giftCardId: GiftCardId | null
  /** The checkout and the browser that asked for it: it is of use to no other. */
  checkoutId: string
  visitor: string
  createdAt: number
}

/** Writes one row, whether the address has store credit or not: how long it takes tells nothing. */
export async function insertCreditLink(
  tx: Kysely<Database>,
  { id, giftCardId, checkoutId, visitor, createdAt }: CreditLink,
): Promise<void> {
  const row = { gift_card_id: giftCardId, checkout_id: checkoutId, visitor, created_at: createdAt }
  await tx
    .insertInto('credit_links')
    .values({ id, ...row })
    .execute()
}

export async function findCreditLink(
  db: Kysely<Database>,
  id: string,
): Promise<(CreditLink & { openedAt: number | null }) | null> {
  const row = await db
    .selectFrom('credit_links')
    .select(['id', 'gift_card_id as giftCardId', 'checkout_id as checkoutId', 'visitor'])
    .select(['created_at as createdAt', 'opened_at as openedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Uses up a link: from now on its code is of this store credit. False when it was used before. */
export async function useCreditLink(
  db: Kysely<Database>,
  { id, codeHash, now }: { id: string; codeHash: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credit_links')
    .set({ opened_at: now, code_hash: codeHash })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The store credit that a checkout opened with a link since `since`. `ended`: it was opened for another checkout, or
 * too long ago. Null: the code is of no link.
 */
export async function findOpenedCredit(
  db: Kysely<Database>,
  { codeHash, checkoutId, since }: { codeHash: string; checkoutId: string | null; since: number },
): Promise<GiftCardBalance | 'ended' | null> {
  const link = await db
    .selectFrom('credit_links')
    .select(['gift_card_id as id', 'checkout_id as checkoutId', 'opened_at as openedAt'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  if (!link) return null
  const isOpen = link.checkoutId === checkoutId && link.openedAt !== null && link.openedAt >= since
  return (isOpen && link.id !== null && (await findGiftCard(db, { id: link.id }))) || 'ended'
}

export async function deleteOldCreditLinks(db: Kysely<Database>, before: number): Promise<void> {
  await db.deleteFrom('credit_links').where('created_at', '<', before).execute()
}
