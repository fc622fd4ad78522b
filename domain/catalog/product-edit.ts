import * as v from 'valibot'
import { cents, MAX_CHARGE, type Cents } from '#domain/money.ts'
import { findCategory, type ShopCategory } from './category.ts'
import { isGiftCard } from './gift-amounts.ts'
import { inOrderOfCategory } from './product-form.ts'
import { FIELD_SCHEMAS, PRODUCT_FIELDS } from './product-fields.ts'
import { publicationOf, type Product, type ProductDraft } from './product.ts'
import { pick } from '#domain/record-of.ts'

/** How a new price ends: as computed, on a whole dollar, or a cent below it. */
export const PRICE_ENDINGS = { '': 'As it comes', '00': 'On .00', '99': 'On .99' } as const

const centsSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_CHARGE))
/** Cents, or thousandths of a percent; below zero: less. */
const change = v.pipe(v.number(), v.integer(), v.minValue(-MAX_CHARGE), v.maxValue(MAX_CHARGE))

/** What is changed of many products at once, each from what it has. */
export const productEditSchema = v.variant('field', [
  v.object({
    field: v.literal('price'),
    how: v.picklist(['set', 'amount', 'percent']),
    by: change,
    ending: v.optional(v.picklist(['', '00', '99']), ''),
  }),
  v.object({ field: v.literal('compareAt'), to: v.union([centsSchema, v.picklist(['price', 'none'])]) }),
  v.object({ field: v.literal('category'), to: FIELD_SCHEMAS.category }),
  v.object({ field: v.literal('sizeChart'), to: FIELD_SCHEMAS.sizeChart }),
  v.object({ field: v.literal('published'), to: v.boolean() }),
  v.object({ field: v.literal('archived'), to: v.boolean() }),
  /** Deleted for good. */
  v.object({ field: v.literal('removed') }),
])

/** One change of many products. */
export type ProductEdit = v.InferOutput<typeof productEditSchema>

/**
 * Why a product is not changed. `gift-card`: its amounts are its prices. `ended`: publishing it would not show it.
 * `needed`: orders or deliveries tell of it.
 */
export type EditObstacle =
  | 'no-such-price'
  | 'gift-card'
  | 'no-such-category'
  | 'no-such-chart'
  | 'ended'
  | 'archived'
  | 'not-archived'
  | 'needed'

/** What an edit follows: `charts` are the handles that products may name. */
export interface EditContext {
  categories: readonly ShopCategory[]
  charts: ReadonlySet<string>
  now: number
}

/** The product as an edit makes it; or why it does not. Archiving changes no field. */
export function editedProduct(
  product: Product,
  edit: ProductEdit,
  { categories, charts, now }: EditContext,
): ProductDraft | EditObstacle {
  const isArchived = product.archivedAt !== null
  if (edit.field !== 'removed' && isArchived !== (edit.field === 'archived' && !edit.to))
    return isArchived ? 'archived' : 'not-archived'
  if (isGiftCard(product) && (edit.field === 'price' || edit.field === 'compareAt')) return 'gift-card'
  const draft: ProductDraft = { ...pick(product, PRODUCT_FIELDS), codes: [] }
  switch (edit.field) {
    case 'price': {
      const price = editedPrice(product.price, edit)
      return price === null ? 'no-such-price' : { ...draft, price }
    }
    case 'compareAt':
      return {
        ...draft,
        compareAt: edit.to === 'none' ? null : edit.to === 'price' ? product.price : cents(edit.to),
      }
    case 'category':
      if (findCategory(categories, edit.to) === undefined) return 'no-such-category'
      return inOrderOfCategory({ ...draft, category: edit.to }, categories)
    case 'sizeChart':
      return edit.to !== '' && !charts.has(edit.to) ? 'no-such-chart' : { ...draft, sizeChart: edit.to }
    case 'published':
      if (edit.to && publicationOf({ ...product, draft: false }, now) === 'ended') return 'ended'
      return { ...draft, draft: !edit.to }
    case 'archived':
    case 'removed':
      return draft
  }
}

/** Null: it would be below zero, or more than can be charged. */
function editedPrice(price: Cents, { how, by, ending }: ProductEdit & { field: 'price' }): Cents | null {
  const changed =
    how === 'set' ? by : how === 'amount' ? price + by : Math.round((price * (100_000 + by)) / 100_000)
  const dollars = Math.round((changed + (ending === '99' ? 1 : 0)) / 100) * 100
  const ended =
    ending === '' || how === 'set' ? changed : ending === '00' ? dollars : Math.max(99, dollars - 1)
  return changed < 0 || ended > MAX_CHARGE ? null : cents(ended)
}
