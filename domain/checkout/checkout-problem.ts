import * as words from '#words/en/checkout/refusals.ts'
import type { PriceTerms } from './pricing.ts'
import { findServiceProblem, type ServiceProblem } from './shipping/service-problem.ts'
import type { ShippingOffer } from './shipping/shipping-methods.ts'

/** A field of a checkout that has to be changed before its cart can be ordered. `path`: in the request. */
export interface CheckoutProblem {
  /** As the API names it. */
  type: 'not-served' | 'code-refused'
  path: string
  message: string
}

/** What is wrong with the destination of a cart, or with what was chosen; null when nothing is. */
export function findCheckoutProblem(
  { destination, tariff }: PriceTerms,
  offers: readonly ShippingOffer[],
): CheckoutProblem | null {
  const unserved = destination && findServiceProblem(tariff, destination, offers)
  return unserved && { type: 'not-served', ...serviceError(unserved) }
}

/** The field of the address that keeps an order from being sent, with why. */
export function serviceError(problem: ServiceProblem): { path: string; message: string } {
  const field = problem === 'parcel' ? 'country' : problem
  return { path: `/customer/${field}`, message: words.notServed[problem] }
}
