import { createHash } from 'node:crypto'
import { unitsLeft, type Product } from '#domain/catalog/product.ts'
import { preorderDay } from '#domain/catalog/preorder.ts'
import { isGtin } from '#domain/catalog/gtin.ts'
import type { Size } from '#domain/catalog/size.ts'

/** Google's product data specification. */
const MAX_ID_LENGTH = 50
const DIGITS_OF_HASH = 16

/** A product in one size. `size` null: no size is offered, and it cannot be bought. */
export interface ProductVariant {
  /** The same in the feed and on the product page, so that search engines can match them. */
  key: string
  size: Size | null
  inStock: boolean
  /** The day from which it is sent, where it is sold before it is made. */
  shipsOn: string | null
  /** The shop's own code of the size; empty when it has none. */
  sku: string
  /** Null: it has none. */
  gtin: string | null
}

/** The variants of a product: one for each offered size, or the product alone when there is none. */
export function productVariants(
  product: Pick<Product, 'id' | 'stock' | 'sizes' | 'codes' | 'soldFrom'>,
  now: number,
): ProductVariant[] {
  if (product.sizes.length === 0) {
    return [{ key: shortId(product.id), size: null, inStock: false, shipsOn: null, sku: '', gtin: null }]
  }
  return product.sizes.map(({ size, ...counted }) => {
    const { sku = '', barcode = '' } = product.codes.find((one) => one.size === size) ?? {}
    return {
      key: shortId(`${product.id}-${size.toLowerCase()}`),
      size,
      inStock: unitsLeft(product, size) !== 0 && (product.soldFrom ?? 0) <= now,
      shipsOn: preorderDay(counted),
      sku,
      gtin: isGtin(barcode) ? barcode : null,
    }
  })
}

/** What groups the variants of a product, and of its other colours, for search engines. */
export function variantGroup({ id, styleNumber }: Pick<Product, 'id' | 'styleNumber'>): string {
  return shortId(styleNumber || id)
}

/** An id that fits, always the same for the same one: a longer one ends in its hash. */
function shortId(id: string): string {
  if (id.length <= MAX_ID_LENGTH) return id
  const hash = createHash('sha256').update(id).digest('hex').slice(0, DIGITS_OF_HASH)
  return `${id.slice(0, MAX_ID_LENGTH - hash.length - 1)}-${hash}`
}
