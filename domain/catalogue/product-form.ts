import * as v from 'valibot'
import { errorsByField } from '#domain/form-errors.ts'
import { centsFromDollars, dollars, LARGEST_CHARGE, type Cents } from '#domain/money.ts'
import { withoutUnseen } from '#domain/plain-text.ts'
import { CATEGORIES } from './category.ts'
import type { ProductDraft } from './product.ts'
import { SIZES, stockOfSizes } from './size.ts'

/** The fields of the product form, in display order. */
export const PRODUCT_FIELDS = [
  'name',
  'price',
  'stock',
  'category',
  'description',
  'sizes',
  'pictures',
] as const satisfies readonly (keyof ProductDraft)[]

/** The name of one field of the product form. */
export type ProductField = (typeof PRODUCT_FIELDS)[number]

/** Validation errors of the product form, at most one sentence for each field. */
export type ProductErrors = Partial<Record<ProductField, string>>

/** The limits of the product form: characters, pieces and pictures. */
export const PRODUCT_LIMITS = {
  name: 200,
  description: 5_000,
  alt: 300,
  stock: 1_000_000,
  pictures: 30,
} as const

const CONTROL = /[\p{Cc}\p{Cs}]/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\t]|\p{Cs}/u
const IMAGE_KEY = /^\w(?:[\w./-]{0,198}\w)?$/
const PLACEHOLDER = /^(?:data:image\/[\w.+-]+[;,][\w+/=;,%.-]{1,8000})?$/

/** A number, or the text of a number field; an empty text is null. */
const typedNumber = v.pipe(
  v.optional(v.nullable(v.union([v.number(), v.string()])), null),
  v.transform((value) => (typeof value === 'string' ? numberOf(value.trim()) : value)),
)

const price = v.message(
  v.pipe(
    typedNumber,
    v.transform((typed) => (typed === null ? null : wholeCents(typed))),
    v.custom<Cents>((amount) => amount !== null),
  ),
  'Enter a price in dollars: 0 or more, in steps of 0.01.',
)

const stock = v.message(
  v.pipe(
    typedNumber,
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PRODUCT_LIMITS.stock))),
  ),
  'Enter the stock as a whole number, 0 or more, or leave it empty.',
)

const sizes = v.message(
  v.pipe(
    v.optional(v.array(v.object({ size: v.picklist(SIZES), stock })), []),
    v.check((offered) => new Set(offered.map(({ size }) => size)).size === offered.length),
    v.transform((offered) => SIZES.flatMap((size) => offered.filter((one) => one.size === size))),
  ),
  'Give each size once, with a whole number of pieces or none.',
)

const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))

const pictures = v.message(
  v.pipe(
    v.optional(
      v.array(
        v.object({
          key: v.pipe(
            v.string(),
            v.regex(IMAGE_KEY),
            v.check((key) => !key.includes('..')),
          ),
          alt: plainText('alt', CONTROL),
          width: pixels,
          height: pixels,
          placeholder: v.pipe(v.optional(v.string(), ''), v.regex(PLACEHOLDER)),
        }),
      ),
      [],
    ),
    v.maxLength(PRODUCT_LIMITS.pictures),
    v.check((shown) => new Set(shown.map(({ key }) => key)).size === shown.length),
  ),
  `Use up to ${PRODUCT_LIMITS.pictures} different pictures, with up to ${PRODUCT_LIMITS.alt} characters about each.`,
)

/**
 * Parses the product form into a draft, with dollars converted to cents (spec 5). When every offered size has a count,
 * the product's stock is their sum, whatever was typed.
 */
export const productFormSchema = v.pipe(
  v.object({
    name: v.message(
      v.pipe(plainText('name', CONTROL), v.minLength(1)),
      'Enter a name of up to 200 characters.',
    ),
    price,
    category: v.message(
      v.pipe(v.optional(v.string(), ''), v.picklist(CATEGORIES.map(({ value }) => value))),
      'Choose a category.',
    ),
    description: v.message(
      plainText('description', CONTROL_BUT_LINES),
      'Keep the description to 5,000 characters of plain text.',
    ),
    stock,
    sizes,
    pictures,
  }),
  v.transform((draft): ProductDraft => ({ ...draft, stock: stockOfSizes(draft.sizes) ?? draft.stock })),
)

/** Validates the product form as staff submitted it. Unknown fields are ignored. */
export function checkProductForm(values: unknown): { draft: ProductDraft } | { errors: ProductErrors } {
  const result = v.safeParse(productFormSchema, typeof values === 'object' && values !== null ? values : {})
  if (result.success) return { draft: result.output }
  return { errors: errorsByField(result.issues, PRODUCT_FIELDS) }
}

function plainText(field: 'name' | 'description' | 'alt', refused: RegExp) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) =>
      (field === 'description' ? text.replaceAll('\r\n', '\n') : withoutUnseen(text)).trim(),
    ),
    v.maxLength(PRODUCT_LIMITS[field]),
    v.check((text) => !refused.test(text)),
  )
}

function numberOf(typed: string): number | null {
  if (typed === '') return null
  return /^\d+(?:\.\d+)?$|^\.\d+$/.test(typed) ? Number(typed) : Number.NaN
}

function wholeCents(price: number): Cents | null {
  const amount = centsFromDollars(price)
  return amount !== null && amount <= LARGEST_CHARGE && dollars(amount) === price ? amount : null
}
