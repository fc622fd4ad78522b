import type { Product } from '#domain/catalog/product.ts'
import type { Shop } from '#operations/shop.ts'
import type { ProductId } from '#domain/ids.ts'

/** These products by id, deleted ones too. Most are on sale, and are found together. */
export async function findMirroredProducts(
  { catalog }: Pick<Shop, 'catalog'>,
  ids: readonly ProductId[],
): Promise<Map<string, Product>> {
  const found = new Map((await catalog.findMany(ids)).map((product) => [product.id, product]))
  for (const id of ids) {
    const other = found.has(id) ? null : await catalog.find(id, { archivedToo: true })
    if (other) found.set(id, other)
  }
  return found
}
