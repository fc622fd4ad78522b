import { placeOfShop, type Tariff } from '#domain/checkout/tariff.ts'
import type { Cents } from '#domain/money.ts'
import { postalBeginnings } from '#domain/places/postal-regions.ts'
import { regionCode } from '#domain/places/region-codes.ts'
import { comparablePostal, type ShippingDestination } from './find-zone.ts'
import { methodsFor, weightOf } from './shipping-methods.ts'
import { EVERYWHERE, type ShippingPlace } from './shipping-tariff.ts'

/**
 * What shipping one product to a country costs, and in how many business days, for feeds and search engines. `region`:
 * only to this one, by its code. `postal`: only to postal codes that begin with it.
 */
export interface ListedShipping {
  country: string
  region?: string
  postal?: string
  price: Cents
  leastDays: number
  mostDays: number
}

/** Where programs take the beginning of a postal code (https://support.google.com/merchants/answer/6324484). */
const WITH_POSTAL: ReadonlySet<string> = new Set(['AU', 'CA', 'US'])

/**
 * The cheapest delivery of one product: to the country where the shop is, then to those that its zones name, without
 * those where none goes. A country of which zones name only parts is listed by these, as far as they have a code or
 * beginnings of postal codes. At most `most` entries.
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
  const places = zones.zones.flatMap((zone) => zone.places)
  const named = places.map(({ country }) => country).filter((country) => country !== EVERYWHERE)
  const cheapestTo = (destination: ShippingDestination, listed: Partial<ListedShipping> = {}) => {
    const offers = methodsFor(zones, destination, parcel)
    const cheapest = offers.find(({ kind }) => kind === 'delivery')
    if (cheapest === undefined) return []
    const { price, leastDays, mostDays } = cheapest
    return [{ country: destination.country, ...listed, price, leastDays, mostDays }]
  }
  const listed = [...new Set([own, ...named])].flatMap((country): ListedShipping[] => {
    const whole = cheapestTo({ country, region: '', postal: '' })
    if (whole.length > 0) return whole
    const parts = places.filter((place) => place.country === country).flatMap(partsOf)
    return parts.flatMap(({ destination, ...part }) => cheapestTo(destination, part))
  })
  return listed.slice(0, most)
}

/** A place within a country by its standard code; none where it has no code. */
function partsOf({ country, region, postal }: ShippingPlace): ({
  destination: ShippingDestination
} & Pick<ListedShipping, 'region' | 'postal'>)[] {
  if (postal.length > 0) {
    const starts = WITH_POSTAL.has(country) ? postal.map(comparablePostal) : []
    return starts.map((start) => ({ destination: { country, region, postal: start }, postal: start }))
  }
  const destination = { country, region, postal: '' }
  const code = regionCode(country, region)
  if (code !== null) return [{ destination, region: code }]
  const starts = WITH_POSTAL.has(country) ? postalBeginnings(country, region) : []
  return starts.map((start) => ({ destination, postal: start }))
}
