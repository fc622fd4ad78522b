import * as v from 'valibot'
import { METHOD_KINDS } from '#domain/checkout/shipping/shipping-tariff.ts'
import type { ShippingOffer } from '#domain/checkout/shipping/shipping-methods.ts'
import type { ServiceProblem } from '#domain/checkout/shipping/service-problem.ts'
import type { CheckedCart } from '#operations/checkout/check-items.ts'
import { countSchema } from '#web/api/count-schema.ts'
import * as words from '#words/checkout/refusals.ts'

/** The id of a shipping method. */
export const shippingMethodSchema = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/))

/** A method that fits a cart, with its price in CAD cents. */
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

/** The field of the address that keeps an order from being sent, with why, as a problem of the request. */
export function serviceError(problem: ServiceProblem): { path: string; message: string } {
  const field = problem === 'parcel' ? 'country' : problem
  return { path: `/customer/${field}`, message: words.notServed[problem] }
}
