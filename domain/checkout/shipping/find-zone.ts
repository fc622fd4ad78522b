import { COUNTRIES } from '#domain/places/countries.ts'
import type { Destination } from '#domain/places/place.ts'
import { EVERYWHERE, type ShippingPlace, type ShippingTariff, type ShippingZone } from './shipping-tariff.ts'

/**
 * The zone of a destination; null when the shop does not ship there. The most specific place wins: the longest
 * beginning of a postal code, then the region, then the country, then everywhere.
 */
export function findZone(
  { zones }: Pick<ShippingTariff, 'zones'>,
  destination: Destination,
): ShippingZone | null {
  let best: ShippingZone | null = null
  let most = 0
  for (const zone of zones) {
    for (const place of zone.places) {
      const fit = fitOf(place, destination)
      if (fit > most) [best, most] = [zone, fit]
    }
  }
  return best
}

/** The countries that the shop ships to, at least in part, by two-letter code; null: every country. */
export function servedCountries({ zones }: Pick<ShippingTariff, 'zones'>): string[] | null {
  const named = new Set(zones.flatMap(({ places }) => places.map(({ country }) => country)))
  if (named.has(EVERYWHERE)) return null
  return COUNTRIES.flatMap(({ code }) => (named.has(code) ? [code] : []))
}

/** A postal code or its beginning, for comparison: `s7k 1-a` is `S7K1A`. */
export function normalizePostal(postal: string): string {
  return postal.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
}

/** How specific a place is for a destination; 0: the destination is not in it. */
function fitOf({ country, region, postal }: ShippingPlace, to: Destination): number {
  if (country === EVERYWHERE) return 1
  if (country !== to.country) return 0
  if (postal.length > 0) {
    const code = normalizePostal(to.postal)
    const fits = postal.map(normalizePostal).filter((start) => code.startsWith(start))
    return fits.length === 0 ? 0 : 3 + Math.max(...fits.map(({ length }) => length))
  }
  if (region === '') return 2
  return region === to.region ? 3 : 0
}
