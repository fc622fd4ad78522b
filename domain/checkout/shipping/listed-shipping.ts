import type { Destination } from '#domain/places/place.ts'
import { placeOfShop, type Tariff } from '#domain/checkout/tariff.ts'
import { cents, type Cents } from '#domain/money.ts'
import { postalPrefixes, regionsOfPostalCode } from '#domain/places/postal-regions.ts'
import { regionCode } from '#domain/places/region-codes.ts'
import { regionsOf } from '#domain/places/regions.ts'
import { normalizePostal } from './find-zone.ts'
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

/** Where Google accepts the beginning of a postal code (https://support.google.com/merchants/answer/6324484). */
/** Those whose regions Google's feed takes by their code. */
const WITH_REGION: ReadonlySet<string> = new Set(['AU', 'US'])
const WITH_POSTAL: ReadonlySet<string> = new Set(['AU', 'CA', 'US'])

/** The country of the shop, and those that its zones name. */
export function listedCountries(tariff: Pick<Tariff, 'zones' | 'shopPlace'>): string[] {
  const named = tariff.zones?.zones.flatMap(({ places }) => places.map(({ country }) => country)) ?? []
  return [...new Set([placeOfShop(tariff).country, ...named])].filter((country) => country !== EVERYWHERE)
}

/** A part of a country: a region by its code, or the beginning of a postal code. */
interface Part extends Pick<ListedShipping, 'region' | 'postal'> {
  destination: Destination
}

/**
 * The cheapest delivery of one product: to the country where the shop is, then to those that its zones name, without
 * those that no method serves. A country of which zones name only parts is listed by these parts, if they have a code
 * or beginnings of postal codes. A country in which a part costs more than the rest is listed by all of its regions. No
 * entry is cheaper than the price in any place that it covers: one that cannot be divided has the price of its most
 * expensive part. At most `most` entries.
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
  const named = zones.zones.flatMap((zone) => zone.places).filter(({ country }) => country !== EVERYWHERE)
  const cheapestTo = (destination: Destination) =>
    methodsFor(zones, destination, parcel).find(({ kind }) => kind === 'delivery')
  const listed = listedCountries(tariff).flatMap((country) => {
    const places = named.filter((place) => place.country === country)
    const inside = places.flatMap(destinationsOf)
    const listedTo = ({ destination, ...part }: Part): ListedShipping[] => {
      const offer = cheapestTo(destination)
      if (!offer) return []
      const within = inside
        .filter((one) => isWithin(one, destination))
        .flatMap((one) => cheapestTo(one) ?? [])
      const all = [offer, ...within]
      return [
        {
          country,
          ...part,
          price: cents(Math.max(...all.map(({ price }) => price))),
          leastDays: Math.min(...all.map(({ leastDays }) => leastDays)),
          mostDays: Math.max(...all.map(({ mostDays }) => mostDays)),
        },
      ]
    }
    const parts = places.flatMap(partsOf)
    const destination = { country, region: '', postal: '' }
    const whole = cheapestTo(destination)
    if (!whole) return parts.flatMap(listedTo)
    const isDearer = inside.some((one) => (cheapestTo(one)?.price ?? Infinity) > whole.price)
    const { price, leastDays, mostDays } = whole
    if (!isDearer) return [{ country, price, leastDays, mostDays }]
    const regions = WITH_POSTAL.has(country) ? (regionsOf(country)?.names ?? []) : []
    const all = [...parts, ...regions.flatMap((region) => partsOf({ country, region, postal: [] }))]
    const rows = new Map(all.map((part) => [`${part.region} ${part.postal}`, part]))
    const isDivided = regions.length > 0 && rows.size <= most
    return isDivided ? [...rows.values()].flatMap(listedTo) : listedTo({ destination })
  })
  return listed.slice(0, most)
}

/** The parts of a country that a place of a zone names, as destinations. */
function destinationsOf({ country, region, postal }: ShippingPlace): Destination[] {
  if (postal.length > 0) return postal.map((start) => ({ country, region, postal: normalizePostal(start) }))
  return region === '' ? [] : [{ country, region, postal: '' }]
}

/** Whether a part of a country lies in a destination in it. */
function isWithin(part: Destination, { country, region, postal }: Destination): boolean {
  if (postal !== '') return part.postal.startsWith(postal)
  if (region === '') return true
  if (part.postal === '') return part.region === region
  return regionsOfPostalCode(country, part.postal)?.includes(region) ?? true
}

/** A place within a country by its standard code; none where it has no code. */
function partsOf({ country, region, postal }: ShippingPlace): Part[] {
  if (postal.length > 0) {
    const starts = WITH_POSTAL.has(country) ? postal.map(normalizePostal) : []
    return starts.map((start) => ({ destination: { country, region, postal: start }, postal: start }))
  }
  const code = WITH_REGION.has(country) ? regionCode(country, region) : null
  if (code !== null) return [{ destination: { country, region, postal: '' }, region: code }]
  const starts = WITH_POSTAL.has(country) ? postalPrefixes(country, region) : []
  return starts.map((start) => ({ destination: { country, region, postal: start }, postal: start }))
}
