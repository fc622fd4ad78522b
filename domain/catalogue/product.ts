import type { Cents } from '#domain/money.ts'

/** The sizes of the shop, in the order they are shown (spec 9). */
export const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const

/** One of the shop's fixed sizes. */
export type Size = (typeof SIZES)[number]

/** The four categories: stored value and display label (spec 9). */
export const CATEGORIES = [
  { value: 'T-Shirts', label: 'Shirts' },
  { value: 'Hoodies', label: 'Hoodies' },
  { value: 'Accessories', label: 'Accessories' },
  { value: 'Pants', label: 'Pants' },
] as const

/** A stored category value. */
export type Category = (typeof CATEGORIES)[number]['value']

/** One stored picture of a product. `key` names it in the image store; width and height in pixels. */
export interface Picture {
  key: string
  alt: string
  width: number
  height: number
  /** A tiny `data:` image shown while the real one loads. */
  placeholder: string
}

/** A size that the product is offered in. `stock` in pieces; null: no separate count for this size. */
export interface ProductSize {
  size: Size
  stock: number | null
}

/** A product in the catalogue (spec 3). `stock` in pieces; null: not tracked. */
export interface Product {
  id: string
  name: string
  price: Cents
  category: Category
  description: string
  stock: number | null
  sizes: ProductSize[]
  pictures: Picture[]
  /** Rises by one with every save, so that a save over another editor's change is refused. */
  version: number
  createdAt: number
  updatedAt: number
  /** When staff deleted it; null: on sale. Epoch milliseconds, as all times here. */
  archivedAt: number | null
}

/** A product as entered in the product form (spec 5), before the catalogue assigns an id and a version. */
export type ProductDraft = Pick<
  Product,
  'name' | 'price' | 'category' | 'description' | 'stock' | 'sizes' | 'pictures'
>

/** Parses a size name; null when it is not one of the shop's sizes. */
export function parseSize(value: unknown): Size | null {
  return SIZES.find((size) => size === value) ?? null
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

/** The sum of the size counts; null unless at least one size is offered and every offered size has a count. */
export function stockOfSizes(sizes: readonly ProductSize[]): number | null {
  if (sizes.length === 0) return null
  return sizes.reduce<number | null>(
    (sum, { stock }) => (sum === null || stock === null ? null : sum + stock),
    0,
  )
}

/** The sizes that can be bought now, in the shop's order. */
export function availableSizes(product: Pick<Product, 'stock' | 'sizes'>): Size[] {
  return SIZES.filter((size) => unitsLeft(product, size) !== 0)
}

/** Out of stock: no size can be bought, because none is offered or all are sold (spec 3, decisions 3). */
export function isOutOfStock(product: Pick<Product, 'stock' | 'sizes'>): boolean {
  return availableSizes(product).length === 0
}
