import { unitsLeft, type Product, type Size } from '#domain/catalogue/product.ts'

/** What is bought: a product in one size. `size` null: no size is offered, and nothing can be bought. */
export interface ProductVariant {
  /** The same in the feed and on the page, so that others can tell that they speak of the same thing. */
  sku: string
  size: Size | null
  inStock: boolean
}

/** A product as the things that others list it by: one for each size it is offered in, or itself when there is none. */
export function productVariants(product: Pick<Product, 'id' | 'stock' | 'sizes'>): ProductVariant[] {
  if (product.sizes.length === 0) return [{ sku: product.id, size: null, inStock: false }]
  return product.sizes.map(({ size }) => ({
    sku: `${product.id}-${size.toLowerCase()}`,
    size,
    inStock: unitsLeft(product, size) !== 0,
  }))
}
