import type { Shop } from '#operations/shop.ts'
import type { ProductId } from '#domain/ids.ts'
import { recordProduct } from './record-product.ts'

/** Deletes a product for good. False when the history of the shop needs it, or there is none. */
export async function deleteProduct(
  shop: Pick<Shop, 'author' | 'catalog' | 'changes' | 'now'>,
  id: ProductId,
): Promise<boolean> {
  const deleted = await shop.catalog.delete(id, (tx) => recordProduct(tx, shop, id, 'product-removed'))
  if (deleted) await shop.changes.publish('catalogue')
  return deleted
}
