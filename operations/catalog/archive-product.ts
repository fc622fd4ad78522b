import type { Shop } from '#operations/shop.ts'
import type { ProductId } from '#domain/ids.ts'
import { recordProduct } from './record-product.ts'

/** Removes a product from the shop. Old orders still show it. False when it was archived already. */
export async function archiveProduct(
  shop: Pick<Shop, 'author' | 'catalog' | 'changes' | 'now'>,
  id: ProductId,
): Promise<boolean> {
  const archived = await shop.catalog.archive(id, (tx) => recordProduct(tx, shop, id, 'product-archived'))
  if (archived) await shop.changes.publish('catalogue')
  return archived
}
