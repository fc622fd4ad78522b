import { placeOfShop, type Tariff } from '#domain/checkout/tariff.ts'
import type { Cents } from '#domain/money.ts'
import { methodsFor, weightOf } from './shipping-methods.ts'
import { EVERYWHERE } from './shipping-tariff.ts'

/** What shipping one product to a country costs, and in how many business days, for feeds and search engines. */
export interface ListedShipping {
  country: string
  price: Cents
  leastDays: number
  mostDays: number
}

/**
 * The cheapest delivery of one product: to the country where the shop is, then to those that its zones name, without
 * those where none goes. At most `most` countries.
 */
export function listedShipping(
  tariff: Pick<Tariff, 'zones' | 'shipping' | 'shopPlace'>,
  product: { price: Cents; weight?: number | null },
  most: number,
): ListedShipping[] {
  const { zones, shipping } = tariff
  const own = placeOfShop(tariff).country
  if (!zones) return [{ country: own, price: shipping, leastDays: 7, mostDays: 14 }]
  const { price: subtotal, weight = null } = product
  const parcel = { subtotal, weight: weightOf([{ weight, quantity: 1 }], zones) }
  const named = zones.zones.flatMap(({ places }) => places.map(({ country }) => country))
  const countries = new Set([own, ...named.filter((country) => country !== EVERYWHERE)])
  const listed = [...countries].flatMap((country) => {
    const offers = methodsFor(zones, { country, region: '', postal: '' }, parcel)
    const cheapest = offers.find(({ kind }) => kind === 'delivery')
    if (cheapest === undefined) return []
    const { price, leastDays, mostDays } = cheapest
    return [{ country, price, leastDays, mostDays }]
  })
  return listed.slice(0, most)
}
