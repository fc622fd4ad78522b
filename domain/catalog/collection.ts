import type { Cents } from '#domain/money.ts'
import type { Category } from './category.ts'
import type { Picture } from './product.ts'
import type { ShopSort } from './shop-list.ts'

/**
 * Which products a collection has by itself: those for which all of it holds. An empty list, null and false ask for
 * nothing.
 */
export interface CollectionRule {
  /** One of these. */
  categories: readonly Category[]
  /** One of these, as the products have them. */
  colors: readonly string[]
  priceFrom: Cents | null
  priceTo: Cents | null
  /** Added or published within this many days. */
  newDays: number | null
  /** The price is lower than the one that it is compared with. */
  isReduced: boolean
}

/** Products that are shown together at an address of their own. `id` never changes. */
export interface Collection {
  id: string
  name: string
  handle: string
  /** Above the products, in the format of `policySections`. */
  words: string
  picture: Picture | null
  isDraft: boolean
  /** Null: `products`, by hand. */
  rule: CollectionRule | null
  /** In their order; none with a rule. */
  products: readonly string[]
  /** The order of what the rule finds. */
  sort: ShopSort
  /** For search engines; empty: its name. */
  searchTitle: string
  /** For search engines; empty: its words. */
  description: string
}

/** The limits of the setting. */
export const COLLECTION_LIMITS = {
  collections: 200,
  name: 60,
  handle: 60,
  words: 2_000,
  alt: 300,
  products: 200,
  choices: 50,
  newDays: 365,
  price: 1_000_000_00,
  searchTitle: 70,
  description: 300,
} as const

/** Where a collection is. */
export function collectionPath(handle: string): string {
  return `/collections/${handle}`
}
