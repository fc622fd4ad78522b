import type { WrittenFields } from './product-fields.ts'
import type { ProductSize, Size } from './size.ts'
import type { ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'

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
  sizes: ProductSize[]
  /** Rises by one with every save, so that a save over another editor's change is refused. */
  version: number
  createdAt: number
  updatedAt: number
  /** When staff deleted it, or null. Epoch milliseconds, as all times here. */
  archivedAt: number | null
}

/** What decides whether a product is on sale. */
export type Publication = Pick<
  Product,
  'archivedAt' | 'draft' | 'publishedFrom' | 'soldFrom' | 'publishedUntil'
>

/** Whether shoppers may buy a product at a time. `onSale` (db/catalog/on-sale.ts) is the same rule in SQL. */
export function isOnSale(product: Publication, now: number): boolean {
  return publicationOf(product, now) === 'on-sale'
}

/**
 * Whether shoppers see a product, and if not, why: `scheduled` before it is published, `ended` after. They see one that
 * is `announced`, and cannot buy it yet. `published` (db/catalog/on-sale.ts) is the same rule in SQL.
 */
export function publicationOf(
  { archivedAt, draft, publishedFrom, soldFrom, publishedUntil }: Publication,
  now: number,
): 'archived' | 'draft' | 'scheduled' | 'announced' | 'on-sale' | 'ended' {
  if (archivedAt !== null) return 'archived'
  if (draft) return 'draft'
  if (publishedUntil !== null && publishedUntil <= now) return 'ended'
  if (publishedFrom !== null && publishedFrom > now) return 'scheduled'
  return soldFrom !== null && soldFrom > now ? 'announced' : 'on-sale'
}

/** Whether shoppers may know of a product by a time, even if it ended since: its moment has come. */
export function isDisclosed(
  { draft, publishedFrom }: Pick<Publication, 'draft' | 'publishedFrom'>,
  now: number,
): boolean {
  return !draft && (publishedFrom === null || publishedFrom <= now)
}

/**
 * How many units of one size can still be bought: the smaller of the product's count and the size's count. Null:
 * unlimited. Zero when the size is not offered.
 */
export function unitsLeft(product: Pick<Product, 'stock' | 'sizes'>, size: Size): number | null {
  const offered = product.sizes.find((candidate) => candidate.size === size)
  if (!offered) return 0
  if (product.stock === null) return offered.stock
  return offered.stock === null ? product.stock : Math.min(product.stock, offered.stock)
}

/** The sizes that can be bought now, in the order of the product. */
export function availableSizes(product: Pick<Product, 'stock' | 'sizes'>): Size[] {
  return product.sizes.map(({ size }) => size).filter((size) => unitsLeft(product, size) !== 0)
}

/** Out of stock: no size can be bought, because none is offered or all are sold (spec 3, decisions 3). */
export function isOutOfStock(product: Pick<Product, 'stock' | 'sizes'>): boolean {
  return availableSizes(product).length === 0
}

/** The price before a reduction, which counts only while it is higher than the price; null: no reduction. */
export function reducedFrom({ price, compareAt }: Pick<Product, 'price' | 'compareAt'>): Cents | null {
  return compareAt !== null && compareAt > price ? compareAt : null
}
