import type { Tariff } from '#domain/checkout/tariff.ts'
import type { Cents } from '#domain/money.ts'
import { methodsFor, weightOf } from './shipping-methods.ts'

/** What shipping one product costs in Canada, and in how many business days, for feeds and search engines. */
export interface ListedShipping {
  price: Cents
  leastDays: number
  mostDays: number
}

/** The cheapest delivery of one product in Canada; null when none goes there. */
export function listedShipping(
  { zones, shipping }: Tariff,
  product: { price: Cents; weight?: number | null },
): ListedShipping | null {
  if (!zones) return { price: shipping, leastDays: 7, mostDays: 14 }
  const { price: subtotal, weight = null } = product
  const parcel = { subtotal, weight: weightOf([{ weight, quantity: 1 }], zones) }
  const offers = methodsFor(zones, { country: 'CA', region: '', postal: '' }, parcel)
  return offers.find(({ kind }) => kind === 'delivery') ?? null
}
