import type { Shop } from '#operations/shop.ts'
import type { ProductId } from '#domain/ids.ts'

/** Puts a deleted product on sale again. False when no deleted product has this id. */
export async function restoreProduct(
  { catalog, changes }: Pick<Shop, 'catalog' | 'changes'>,
  id: ProductId,
): Promise<boolean> {
  const restored = await catalog.restore(id)
  if (restored) await changes.tell('catalogue')
  return restored
}
