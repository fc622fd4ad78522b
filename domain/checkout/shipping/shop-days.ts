import { countryName, type CountryNames } from '#domain/places/countries.ts'
import type { DeliveryDays } from './delivery-days.ts'
import { servedCountries } from './find-zone.ts'
import { DEFAULT_SHIPPING, type ShippingTariff } from './shipping-tariff.ts'

/** The days of all deliveries together, before a shopper has chosen one; null where they are the default 7 to 14. */
export function shopDays({ zones }: ShippingTariff): DeliveryDays | null {
  const methods = zones.flatMap((zone) => zone.methods)
  const deliveries = methods.filter(({ kind }) => kind === 'delivery')
  const all = deliveries.length > 0 ? deliveries : methods
  const [least, most] = [
    Math.min(...all.map(({ leastDays }) => leastDays)),
    Math.max(...all.map(({ mostDays }) => mostDays)),
  ]
  const [first] = DEFAULT_SHIPPING.zones[0]?.methods ?? []
  if (deliveries.length > 0 && least === first?.leastDays && most === first.mostDays) return null
  return { least, most, ...(deliveries.length === 0 && { isPickup: true }) }
}

/** Where the shop ships to, and in how many days. */
export interface ShopDelivery {
  /** Null: the default 7 to 14. */
  days: DeliveryDays | null
  /** By name; null: everywhere. */
  countries: string[] | null
}

/** The shipping methods for the default delivery policy; null: the wording of the specification applies. */
export function shopDelivery(shipping: ShippingTariff, names?: CountryNames): ShopDelivery | null {
  const days = shopDays(shipping)
  const codes = servedCountries(shipping)
  const countries = codes && codes.map((code) => countryName(code, names))
  return days === null && countries === null ? null : { days, countries }
}
