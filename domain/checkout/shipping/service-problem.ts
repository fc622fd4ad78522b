import type { Destination } from '#domain/places/place.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { findZone, servedCountries } from './find-zone.ts'
import type { ShippingOffer } from './shipping-methods.ts'

/**
 * Why an order cannot be sent to a destination. `country`: the shop does not ship there; `region` and `postal`: it
 * ships to other parts of the country; `parcel`: no method takes a cart of this weight or price there.
 */
export type ServiceProblem = 'country' | 'region' | 'postal' | 'parcel'

/** Why a cart with these offers cannot be sent to a destination; null when it can. */
export function findServiceProblem(
  { zones }: Pick<Tariff, 'zones'>,
  destination: Destination,
  offers: readonly ShippingOffer[],
): ServiceProblem | null {
  if (!zones || offers.length > 0) return null
  if (findZone(zones, destination) !== null) return 'parcel'
  const { country } = destination
  if (!(servedCountries(zones)?.includes(country) ?? true)) return 'country'
  const places = zones.zones.flatMap((zone) => zone.places).filter((place) => place.country === country)
  return places.some(({ region }) => region !== '') ? 'region' : 'postal'
}
