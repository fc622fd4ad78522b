import type { DeliveryDays } from './delivery-days.ts'
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
