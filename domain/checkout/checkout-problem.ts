import type { PriceTerms } from './pricing.ts'
import { findServiceProblem, type ServiceProblem } from './shipping/service-problem.ts'
import type { ShippingOffer } from './shipping/shipping-methods.ts'

/**
 * A field of a checkout that has to be changed before its cart can be ordered. `type`: as the API names it; `path`: in
 * the request.
 */
export type CheckoutProblem =
  | { type: 'not-served'; why: ServiceProblem; path: string }
  | { type: 'code-refused'; message: string; path: string }

/** What is wrong with the destination of a cart, or with what was chosen; null when nothing is. */
export function findCheckoutProblem(
  { destination, tariff }: PriceTerms,
  offers: readonly ShippingOffer[],
): CheckoutProblem | null {
  const unserved = destination && findServiceProblem(tariff, destination, offers)
  return unserved && { type: 'not-served', why: unserved, path: problemPath(unserved) }
}

/** The field of the address that keeps an order from being sent. */
export function problemPath(problem: ServiceProblem): string {
  return `/customer/${problem === 'parcel' ? 'country' : problem}`
}
