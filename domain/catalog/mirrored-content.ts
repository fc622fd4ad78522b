import { cents, dollars } from '#domain/money.ts'
import { pick } from '#domain/record-of.ts'
import { COLUMN_FIELDS, PICTURES_PROBLEM, PRODUCT_LIMITS, type WrittenFields } from './product-fields.ts'
import { findCategoryByName, type ShopCategory } from './category.ts'
import { checkProductForm, type ProductErrors } from './product-form.ts'
import type { Product } from './product.ts'
import type { ProductSize, Size } from './size.ts'

/** The fields that sources of content have as well, one column each, in display order (spec 3). */
export const MIRRORED_COLUMNS = ['name', 'price', 'stock', 'category', 'description'] as const

/** The name of a mirrored field that is one column. */
export type MirroredColumn = (typeof MIRRORED_COLUMNS)[number]

/**
 * What a source of content and the shop both know of a product. `sizes` without their counts, `pictures` by the
 * source's ids, both in order.
 */
export interface MirroredContent extends Pick<WrittenFields, MirroredColumn> {
  sizes: Size[]
  pictures: string[]
}

/** The name of one field that is mirrored. */
export type MirroredField = keyof MirroredContent

/** All mirrored fields, in display order. */
export const MIRRORED_FIELDS: readonly MirroredField[] = [...MIRRORED_COLUMNS, 'sizes', 'pictures']

/** The fields of a record as its source has them: typed values, as in the product form. `sizes`: a list of names. */
export type TypedContent = Record<MirroredColumn | 'sizes', unknown>

/**
 * Checks a record as the product form would (spec 5), in its words. `kept`: sizes that its product has although its
 * category lacks them.
 */
export function checkTypedContent(
  typed: TypedContent,
  pictures: readonly string[],
  { categories, kept = [] }: { categories: readonly ShopCategory[]; kept?: readonly ProductSize[] },
): { content: MirroredContent } | { errors: ProductErrors } {
  const { sizes: names, ...columns } = typed
  const sizes = Array.isArray(names) ? names.map((size: unknown) => ({ size })) : names
  const named =
    typeof columns.category === 'string' ? findCategoryByName(categories, columns.category.trim()) : undefined
  const category = named?.value ?? columns.category
  const terms = { categories, kept: kept.map(({ size }) => size) }
  const checked = checkProductForm({ ...columns, category, sizes }, terms)
  const tooMany = pictures.length > PRODUCT_LIMITS.pictures ? { pictures: PICTURES_PROBLEM } : null
  if ('errors' in checked) return { errors: { ...checked.errors, ...tooMany } }
  if (tooMany !== null) return { errors: tooMany }
  return { content: { ...mirroredContent(checked.draft, []), pictures: [...pictures] } }
}

/** What is mirrored of a product, whose pictures the source knows by these ids. */
export function mirroredContent(
  product: Pick<Product, MirroredColumn | 'sizes'>,
  pictures: readonly string[],
): MirroredContent {
  return {
    ...pick(product, MIRRORED_COLUMNS),
    sizes: product.sizes.map(({ size }) => size),
    pictures: [...pictures],
  }
}

/** The offered sizes, each with the count that it had before. */
export function withCounts(sizes: readonly Size[], before: readonly ProductSize[]): ProductSize[] {
  return sizes.map((size) => before.find((one) => one.size === size) ?? { size, stock: null })
}

/** A value as it is typed, and as `checkTypedContent` reads it: prices in dollars. */
export function typedValue(field: MirroredField, value: unknown): unknown {
  const isPrice = isColumn(field) && COLUMN_FIELDS[field].input === 'price'
  return isPrice && typeof value === 'number' ? dollars(cents(value)) : value
}

function isColumn(field: MirroredField): field is MirroredColumn {
  return Object.hasOwn(COLUMN_FIELDS, field)
}

/** Whether two values of a field are the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The content with these fields of another. */
export function mirroredFieldsWith(
  content: MirroredContent,
  other: MirroredContent,
  fields: readonly MirroredField[],
): MirroredContent {
  return { ...content, ...pick(other, fields) }
}
