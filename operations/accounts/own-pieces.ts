import { changeSavedPieces, findSavedPieces } from '#db/accounts/saved-pieces.ts'
import { transact } from '#db/engine/transact.ts'
import { MAX_SAVED_PIECES } from '#domain/accounts/saved-pieces.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { ProductId } from '#domain/ids.ts'
import type { Shop } from '#operations/shop.ts'
import { readOwnOrders } from './own-orders.ts'

/** Adds and removes pieces that a customer saves, and returns all of them, the latest first. */
export async function changeOwnPieces(
  { database, now }: Shop,
  email: string,
  change: Record<'add' | 'remove', readonly ProductId[]>,
): Promise<ProductId[]> {
  return transact(database, async (tx) => {
    await changeSavedPieces(tx, email, { ...change, most: MAX_SAVED_PIECES, now: now() })
    return findSavedPieces(tx, email)
  })
}

/** The size that a customer took last in the category of a product, other than in one size; null: none. */
export async function findTakenSize(
  shop: Shop,
  email: string,
  productId: ProductId,
): Promise<{ size: Size; category: string } | null> {
  const product = await shop.catalog.find(productId)
  if (product === null || product.sizes.length < 2) return null
  const orders = await readOwnOrders(shop, email)
  const lines = orders
    .filter(({ state }) => state !== 'cancelled' && state !== 'refunded')
    .flatMap((order) => order.lines)
  const bought = await shop.catalog.findMany([...new Set(lines.map((line) => line.productId))])
  const alike = new Set(bought.filter(({ category }) => category === product.category).map(({ id }) => id))
  const last = lines.find((line) => alike.has(line.productId))
  return last ? { size: last.size, category: product.category } : null
}
