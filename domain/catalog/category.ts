import { SIZES, type Size } from './size.ts'

/** The stored value of a category. It stays the same when owners rename the category, and addresses name it. */
export type Category = string

/** A category as owners set it. */
export interface ShopCategory {
  value: Category
  /** What shoppers and staff read. */
  label: string
  /** The sizes that its products may have, in their order. */
  sizes: Size[]
  /** Not offered among the filters of the shop. Its products can still be bought. */
  hidden: boolean
  /** The stored values of categories that were merged into it: addresses may still name them. */
  formerly?: Category[]
}

const AS_AT_START = { sizes: [...SIZES], hidden: false }

/** What the shop starts with: stored value and display label (spec 9). Owners change it: `CATEGORIES_SETTING`. */
export const CATEGORIES: readonly ShopCategory[] = [
  { value: 'T-Shirts', label: 'Shirts', ...AS_AT_START },
  { value: 'Hoodies', label: 'Hoodies', ...AS_AT_START },
  { value: 'Accessories', label: 'Accessories', ...AS_AT_START },
  { value: 'Pants', label: 'Pants', ...AS_AT_START },
]

/** The longest stored value of a category, in characters. */
export const MAX_CATEGORY_LENGTH = 60

/** The category with this stored value; undefined when there is none. */
export function findCategory(
  categories: readonly ShopCategory[],
  value: string | null,
): ShopCategory | undefined {
  return categories.find((one) => one.value === value)
}

/** The sizes of a category; the ones that the shop starts with when it no longer exists. */
export function categorySizes(categories: readonly ShopCategory[], value: Category): readonly Size[] {
  return findCategory(categories, value)?.sizes ?? SIZES
}

/** The category with this stored value or label, as another program names it; undefined when there is none. */
export function findCategoryByName(
  categories: readonly ShopCategory[],
  name: string,
): ShopCategory | undefined {
  return findCategory(categories, name) ?? categories.find(({ label }) => label === name)
}

/**
 * The sizes of all these categories, each once: a size comes right after the one before it in its category, or right
 * before the one after it.
 */
export function sizesOfCategories(categories: readonly Pick<ShopCategory, 'sizes'>[]): Size[] {
  const all: Size[] = []
  for (const { sizes } of categories) {
    for (const [at, size] of sizes.entries()) {
      if (all.includes(size)) continue
      const before = all.indexOf(sizes[at - 1] ?? '')
      const after =
        sizes
          .slice(at + 1)
          .map((one) => all.indexOf(one))
          .find((place) => place >= 0) ?? -1
      all.splice(before >= 0 ? before + 1 : after >= 0 ? after : all.length, 0, size)
    }
  }
  return all
}
