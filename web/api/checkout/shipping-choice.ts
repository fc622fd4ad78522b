import * as v from 'valibot'
import { shippingMethodSchema } from '#domain/checkout/checkout-choices.ts'
import { METHOD_KINDS } from '#domain/checkout/shipping/shipping-tariff.ts'
import type { ShippingOffer } from '#domain/checkout/shipping/shipping-methods.ts'
import type { CheckedCart } from '#operations/checkout/check-items.ts'
import { countSchema } from '#web/api/count-schema.ts'

/** A method that fits a cart, with its price in cents. */
export const shippingOfferSchema = v.object({
  id: shippingMethodSchema,
  name: v.string(),
  kind: v.picklist(METHOD_KINDS),
  leastDays: countSchema,
  mostDays: countSchema,
  price: countSchema,
}) satisfies v.GenericSchema<Record<keyof ShippingOffer, unknown>>

/** The methods that fit a cart at its destination; `method` is that of the totals. */
export const shippingChoiceSchema = v.object({
  methods: v.array(shippingOfferSchema),
  method: v.nullable(shippingMethodSchema),
})

/** The choice as the API sends it. */
export function shippingChoice({ offers, method }: CheckedCart['shipping']) {
  return { methods: offers, method: method?.id ?? null }
}
