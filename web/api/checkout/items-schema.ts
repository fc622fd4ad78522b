import * as v from 'valibot'
import { MAX_LINES, MAX_UNITS_PER_LINE } from '#domain/checkout/cart.ts'
import { giftSchema } from '#domain/checkout/gift-details.ts'
import { sizeName } from '#domain/catalog/fields/size-name.ts'
import { toProductId } from '#domain/ids.ts'

const QUANTITY = `Enter a whole number from 1 to ${MAX_UNITS_PER_LINE}.`

export const itemSchema = v.object(
  {
    productId: v.pipe(
      v.string('Name a product.'),
      v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'This is not the id of a product.'),
      v.transform(toProductId),
    ),
    size: sizeName,
    quantity: v.pipe(
      v.number(QUANTITY),
      v.integer(QUANTITY),
      v.minValue(1, QUANTITY),
      v.maxValue(MAX_UNITS_PER_LINE, QUANTITY),
    ),
    gift: v.optional(giftSchema),
  },
  'Give a product, a size and a quantity.',
)

/** The cart lines of a request. Their number is checked before any of them is parsed. */
export const itemsSchema = v.pipe(
  v.array(v.unknown(), 'Give a list of items.'),
  v.maxLength(MAX_LINES, `A cart holds at most ${MAX_LINES} lines.`),
  v.array(itemSchema),
)

/** The browser's id of a checkout. */
export const checkoutIdSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9-]{8,64}$/, 'Use 8 to 64 letters, digits and hyphens.'),
)
