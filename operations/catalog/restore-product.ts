import type { Shop } from '#operations/shop.ts'
import type { ProductId } from '#domain/ids.ts'
import { recordProduct } from './record-product.ts'

/** Puts a deleted product on sale again. False when no deleted product has this id. */
export async function restoreProduct(
  shop: Pick<Shop, 'author' | 'catalog' | 'changes' | 'now'>,
  id: ProductId,
): Promise<boolean> {
  const restored = await shop.catalog.restore(id, (tx) => recordProduct(tx, shop, id, 'product-restored'))
  if (restored) await shop.changes.publish('catalogue')
  return restored
}
