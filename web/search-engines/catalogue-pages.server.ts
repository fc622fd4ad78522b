import type { Product } from '#domain/catalogue/product.ts'
import type { ProductsOnSale } from '#providers/catalog/catalog.ts'

/** How many products are in memory at a time. */
const PRODUCTS_AT_ONCE = 250

/** Every product on sale from position `from` to `to`, newest first, in pages. */
export async function* cataloguePages(
  catalog: ProductsOnSale,
  from = 0,
  to = Infinity,
): AsyncGenerator<Product[]> {
  for (let offset = from; offset < to; offset += PRODUCTS_AT_ONCE) {
    const { products } = await catalog.list({ offset, limit: Math.min(PRODUCTS_AT_ONCE, to - offset) })
    if (products.length > 0) yield products
    if (products.length < PRODUCTS_AT_ONCE) return
  }
}
