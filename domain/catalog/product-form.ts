import * as v from 'valibot'
import { errorsByField } from '#domain/form-errors.ts'
import { pick } from '#domain/record-of.ts'
import { CATEGORIES, categorySizes, findCategory, type ShopCategory } from './category.ts'
import { giftCardFields, isGiftCard, parseGiftAmounts } from './gift-amounts.ts'
import { COLUMN_FIELDS, FIELD_SCHEMAS, PRODUCT_FIELDS, type ProductField } from './product-fields.ts'
import type { ProductDraft } from './product.ts'
import { inSizeOrder, stockOfSizes, type Size } from './size.ts'

/** Validation errors of the product form, at most one sentence for each field. */
export type ProductErrors = Partial<Record<ProductField, string>>

/**
 * Parses the product form into a draft, with dollars converted to cents (spec 5). When every offered size has a count,
 * the product's stock is their sum, whatever was typed.
 */
export const productFormSchema = v.pipe(
  v.object(FIELD_SCHEMAS),
  v.forward(
    v.partialCheck(
      [['publishedFrom'], ['soldFrom'], ['publishedUntil']],
      ({ publishedFrom, soldFrom, publishedUntil }) =>
        publishedUntil === null || Math.max(publishedFrom ?? 0, soldFrom ?? 0) < publishedUntil,
      'Enter a time after the ones in Published from and Sold from.',
    ),
    ['publishedUntil'],
  ),
  v.transform((draft): ProductDraft => ({ ...draft, stock: stockOfSizes(draft.sizes) ?? draft.stock })),
)

/** What a product may have: the categories of the shop, and sizes that it keeps although its category lacks them. */
export interface ProductTerms {
  categories: readonly ShopCategory[]
  kept?: readonly Size[]
}

/** Validates the product form as staff submitted it. Unknown fields are ignored. */
export function checkProductForm(
  values: unknown,
  { categories, kept = [] }: ProductTerms = { categories: CATEGORIES },
): { draft: ProductDraft } | { errors: ProductErrors } {
  const result = v.safeParse(productFormSchema, withGiftCardFields(fieldsOf(values)))
  const wrong = result.success ? {} : errorsByField(result.issues, PRODUCT_FIELDS)
  const { category } = result.success ? result.output : fieldsOf(values)
  const found = findCategory(categories, typeof category === 'string' ? category.trim() : null)
  if (found === undefined)
    return { errors: inFormOrder({ ...wrong, category: COLUMN_FIELDS.category.problem }) }
  if (!result.success) return { errors: wrong }
  if (isGiftCard(result.output)) return { draft: result.output }
  const offered = new Set([...found.sizes, ...kept])
  const isUnknown = ({ size }: { size: Size }) => !offered.has(size)
  const unknownSize = result.output.sizes.find(isUnknown)
  if (unknownSize !== undefined)
    return { errors: { sizes: `${found.label} have no size ${unknownSize.size}.` } }
  const uncoded = result.output.codes.find(isUnknown)
  if (uncoded !== undefined) return { errors: { codes: `${found.label} have no size ${uncoded.size}.` } }
  return { draft: inOrderOfCategory(result.output, categories) }
}

/** The sizes and codes in the order of the category; sizes that it lacks come last. */
export function inOrderOfCategory(draft: ProductDraft, categories: readonly ShopCategory[]): ProductDraft {
  const order = categorySizes(categories, draft.category)
  return { ...draft, sizes: inSizeOrder(draft.sizes, order), codes: inSizeOrder(draft.codes, order) }
}

/** The fields of a gift card that follow from its amounts, whatever was typed for them. */
function withGiftCardFields(values: { giftAmounts?: unknown }): object {
  const { giftAmounts } = values
  const amounts = typeof giftAmounts === 'string' ? parseGiftAmounts(giftAmounts) : null
  return amounts === null ? values : { ...values, ...giftCardFields(amounts) }
}

function fieldsOf(values: unknown): { category?: unknown; giftAmounts?: unknown } {
  return typeof values === 'object' && values !== null ? values : {}
}

function inFormOrder(errors: ProductErrors): ProductErrors {
  return pick(
    errors,
    PRODUCT_FIELDS.filter((field) => errors[field] !== undefined),
  )
}
