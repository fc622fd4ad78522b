import type { Shop } from '#operations/shop.ts'
import type { ProductId } from '#domain/ids.ts'

/** Removes a product from the shop. Old orders still show it. False when it was archived already. */
export async function archiveProduct(
  { catalog, changes }: Pick<Shop, 'catalog' | 'changes'>,
  id: ProductId,
): Promise<boolean> {
  const archived = await catalog.archive(id)
  if (archived) await changes.tell('catalogue')
  return archived
}
