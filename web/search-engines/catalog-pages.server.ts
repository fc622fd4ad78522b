import type { Product } from '#domain/catalog/product.ts'
import type { ProductsOnSale } from '#providers/catalog/catalog.ts'

/** How many products are in memory at a time. */
const PAGE_SIZE = 250

/** Every product on sale from position `from` to `to`, newest first, in pages. */
export async function* catalogPages(
  catalog: ProductsOnSale,
  from = 0,
  to = Infinity,
): AsyncGenerator<Product[]> {
  for (let offset = from; offset < to; offset += PAGE_SIZE) {
    const { products } = await catalog.list({ offset, limit: Math.min(PAGE_SIZE, to - offset) })
    if (products.length > 0) yield products
    if (products.length < PAGE_SIZE) return
  }
}
