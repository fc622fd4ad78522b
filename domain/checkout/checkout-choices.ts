import * as v from 'valibot'
import { MAX_CODES, MAX_TYPED_CODE } from '#domain/promotions/typed-code.ts'
import type { Tariff } from './tariff.ts'

/** The id of a shipping method. */
export const shippingMethodSchema = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/))

/**
 * What a shopper chooses at checkout, besides items and address, as fields of a request. Null is no choice.
 * `shippingMethod`: an id; without one the cheapest method that fits. `codes`: of promotions, as typed.
 */
export const checkoutChoicesSchema = v.object({
  shippingMethod: v.optional(v.nullable(shippingMethodSchema), null),
  codes: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(MAX_TYPED_CODE))), v.maxLength(MAX_CODES)),
    [],
  ),
})

/** What a shopper chose. It is passed on whole, from the form to the order; only code that it affects reads it. */
export type CheckoutChoices = Readonly<v.InferOutput<typeof checkoutChoicesSchema>>

/** Whether a field of the checkout is a choice. */
export function isChoice(field: string): field is keyof CheckoutChoices {
  return Object.hasOwn(checkoutChoicesSchema.entries, field)
}

/** What applies until the shopper chooses: the cheapest shipping method that fits. */
export const NO_CHOICES: CheckoutChoices = { shippingMethod: null, codes: [] }

/** Whether only the server can price a cart: pages do not get the prices of what is chosen. */
export function needsQuote(
  { isQuoted, isPromoted }: Tariff,
  { shippingMethod, codes }: CheckoutChoices,
): boolean {
  return isQuoted === true || isPromoted === true || shippingMethod !== null || codes.length > 0
}
