import { unitsLeft, type Product } from '#domain/catalogue/product.ts'
import type { Size } from '#domain/catalogue/size.ts'

/** A product in one size. `size` null: no size is offered, and it cannot be bought. */
export interface ProductVariant {
  /** The same in the feed and on the product page, so that search engines can match them. */
  sku: string
  size: Size | null
  inStock: boolean
}

/** The variants of a product: one for each offered size, or the product alone when there is none. */
export function productVariants(product: Pick<Product, 'id' | 'stock' | 'sizes'>): ProductVariant[] {
  if (product.sizes.length === 0) return [{ sku: product.id, size: null, inStock: false }]
  return product.sizes.map(({ size }) => ({
    sku: `${product.id}-${size.toLowerCase()}`,
    size,
    inStock: unitsLeft(product, size) !== 0,
  }))
}
