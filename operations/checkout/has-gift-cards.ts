import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Shop } from '#operations/shop.ts'

/** How soon carts have the field for the code of the first gift card. */
const RECHECK_MS = 2_000

const known = new WeakMap<ShopDatabase, { has: Promise<boolean>; isKnown: boolean; at: number }>()

/**
 * Whether anybody may have a gift card, so that carts have a field for its code. Once it is true it stays so. All who
 * ask at once share one read.
 */
export function hasGiftCards(shop: Pick<Shop, 'database' | 'changes' | 'now'>): Promise<boolean> {
  const { database, now } = shop
  const last = known.get(database)
  const at = now()
  if (last && (last.isKnown || at < last.at + RECHECK_MS)) return last.has
  const entry = { has: readHas(shop, last !== undefined), isKnown: false, at }
  known.set(database, entry)
  entry.has.then(
    (has) => (entry.isKnown = has),
    () => known.delete(database),
  )
  return entry.has
}

/** `isAgain`: pages may have been kept without the field. */
async function readHas(
  { database: { db }, changes }: Pick<Shop, 'database' | 'changes'>,
  isAgain: boolean,
): Promise<boolean> {
  const card = await db.selectFrom('gift_cards').select('id').limit(1).executeTakeFirst()
  if (card && isAgain) await changes.publish('settings')
  return card !== undefined
}
