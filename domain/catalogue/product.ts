import type { WrittenFields } from './product-fields.ts'
import { SIZES, type Size } from './size.ts'
import type { ProductId } from '#domain/ids.ts'

/** One stored picture of a product. `key` names it in the image store; width and height in pixels. */
export interface Picture {
  key: string
  alt: string
  width: number
  height: number
  /** A tiny `data:` image shown while the real one loads. */
  placeholder: string
}

/** A product as entered in the product form (spec 5), before the catalogue assigns an id and a version. */
export type ProductDraft = WrittenFields

/** A product in the catalogue (spec 3). */
export interface Product extends WrittenFields {
  id: ProductId
  /** Rises by one with every save, so that a save over another editor's change is refused. */
  version: number
  createdAt: number
  updatedAt: number
  /** When staff deleted it; null: on sale. Epoch milliseconds, as all times here. */
  archivedAt: number | null
}

/** Whether shoppers are shown a product and may buy it. `onSale` (db/catalogue/on-sale.ts) is the same rule in SQL. */
export function isOnSale({ archivedAt }: Pick<Product, 'archivedAt'>): boolean {
  return archivedAt === null
}

/**
 * How many pieces of one size can still be bought: the smaller of the product's count and the size's count. Null:
 * unlimited. Zero when the size is not offered.
 */
export function unitsLeft(product: Pick<Product, 'stock' | 'sizes'>, size: Size): number | null {
  const offered = product.sizes.find((candidate) => candidate.size === size)
  if (!offered) return 0
  if (product.stock === null) return offered.stock
  return offered.stock === null ? product.stock : Math.min(product.stock, offered.stock)
}

/** The sizes that can be bought now, in the shop's order. */
export function availableSizes(product: Pick<Product, 'stock' | 'sizes'>): Size[] {
  return SIZES.filter((size) => unitsLeft(product, size) !== 0)
}

/** Out of stock: no size can be bought, because none is offered or all are sold (spec 3, decisions 3). */
export function isOutOfStock(product: Pick<Product, 'stock' | 'sizes'>): boolean {
  return availableSizes(product).length === 0
}
