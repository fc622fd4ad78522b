import { UNNAMED_METHOD, type OrderShipping } from '#domain/orders/order-shipping.ts'
import type { Delivery } from '#domain/orders/order.ts'
import { dutyIn } from './import-duty.ts'
import type { ShippingOffer } from './shipping-methods.ts'
import { DEFAULT_SHIPPING, type ShippingTariff } from './shipping-tariff.ts'

/** How an order gets to the customer, as stored. */
export interface ChosenShipping {
  delivery: Delivery
  shipping: OrderShipping
}

/** An order with only gift cards. */
export const NOT_SHIPPED: ChosenShipping = {
  delivery: 'none',
  shipping: { method: '', name: UNNAMED_METHOD, leastDays: 0, mostDays: 0, duty: null },
}

/** How an order with this method is sent to a country. `method`: null where there are no zones, or nothing is sent. */
export function orderShipping(
  { zones }: { zones?: ShippingTariff | undefined },
  method: ShippingOffer | null,
  country: string,
): ChosenShipping {
  const [standard] = DEFAULT_SHIPPING.zones[0]?.methods ?? []
  const {
    id = '',
    name = UNNAMED_METHOD,
    leastDays = 7,
    mostDays = 14,
    kind = 'delivery',
  } = method ?? standard ?? {}
  const isPickup = kind === 'pickup'
  const duty = isPickup || !zones ? null : (dutyIn(zones, country)?.terms ?? null)
  return {
    delivery: isPickup ? 'pickup' : 'ship',
    shipping: { method: id, name, leastDays, mostDays, duty },
  }
}
