import { unitsLeft, type Product } from '#domain/catalogue/product.ts'
import { isGtin } from '#domain/catalogue/gtin.ts'
import type { Size } from '#domain/catalogue/size.ts'

/** A product in one size. `size` null: no size is offered, and it cannot be bought. */
export interface ProductVariant {
  /** The same in the feed and on the product page, so that search engines can match them. */
  key: string
  size: Size | null
  inStock: boolean
  /** The shop's own code of the size; empty when it has none. */
  sku: string
  /** Null: it has none. */
  gtin: string | null
}

/** The variants of a product: one for each offered size, or the product alone when there is none. */
export function productVariants(
  product: Pick<Product, 'id' | 'stock' | 'sizes' | 'codes'>,
): ProductVariant[] {
  if (product.sizes.length === 0) {
    return [{ key: product.id, size: null, inStock: false, sku: '', gtin: null }]
  }
  return product.sizes.map(({ size }) => {
    const { sku = '', barcode = '' } = product.codes.find((one) => one.size === size) ?? {}
    return {
      key: `${product.id}-${size.toLowerCase()}`,
      size,
      inStock: unitsLeft(product, size) !== 0,
      sku,
      gtin: isGtin(barcode) ? barcode : null,
    }
  })
}

/** What groups the variants of a product, and of its other colours, for search engines. */
export function variantGroup({ id, styleNumber }: Pick<Product, 'id' | 'styleNumber'>): string {
  return styleNumber || id
}
