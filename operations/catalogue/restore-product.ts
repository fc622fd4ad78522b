import type { Shop } from '#operations/shop.ts'

/** Puts a deleted product on sale again. False when there is nothing to bring back. */
export async function restoreProduct(
  { catalog, changes }: Pick<Shop, 'catalog' | 'changes'>,
  id: string,
): Promise<boolean> {
  const restored = await catalog.restore(id)
  if (restored) await changes.tell('catalogue')
  return restored
}
