import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Shop } from '#operations/shop.ts'

/** How soon carts have the field for the code of the first gift card. */
const RECHECK_MS = 2_000

const known = new WeakMap<ShopDatabase, { has: boolean; at: number }>()

/** Whether anybody may have a gift card, so that carts have a field for its code. Once it is true it stays so. */
export async function hasGiftCards({
  database,
  changes,
  now,
}: Pick<Shop, 'database' | 'changes' | 'now'>): Promise<boolean> {
  const last = known.get(database)
  const at = now()
  if (last && (last.has || at < last.at + RECHECK_MS)) return last.has
  const card = await database.db.selectFrom('gift_cards').select('id').limit(1).executeTakeFirst()
  const has = card !== undefined
  known.set(database, { has, at })
  // Pages were kept without the field.
  if (last && has) await changes.publish('settings')
  return has
}
