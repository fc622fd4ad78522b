import { UNNAMED_METHOD } from '#domain/orders/order-shipping.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { AmountLabel } from '#domain/orders/amount-label.ts'
import {
  chosenMethod,
  estimatedMethods,
  methodsFor,
  type Parcel,
  type ShippingOffer,
} from './shipping/shipping-methods.ts'
import type { Destination } from '#domain/places/place.ts'
import { placeOfShop, type Tariff } from './tariff.ts'

/**
 * What shipping depends on. `destination`: null while it is unknown. `subtotal`: with its price changes. `weight`: in
 * grams. `method`: the chosen one; null for the cheapest.
 */
export interface ShippingTerms {
  destination: Destination | null
  itemCount: number
  subtotal: Cents
  weight: number
  method: string | null
}

/** The price of shipping a cart, and its name. `method`: null where the tariff has no zones, or none fits. */
export interface PricedShipping {
  label: AmountLabel
  amount: Cents
  method: ShippingOffer | null
}

/** The price of shipping a cart, and its name. An empty cart is shipped for nothing. */
export function priceShipping(tariff: Tariff, terms: ShippingTerms): PricedShipping {
  const isEmpty = terms.itemCount === 0
  if (!tariff.zones) {
    const kind = tariff.isQuoted ? 'estimated-shipping' : 'shipping'
    return { label: { kind }, amount: isEmpty ? cents(0) : tariff.shipping, method: null }
  }
  const method = chosenMethod(methodsTo(terms.destination, tariff, terms), terms.method)
  const amount = method === null || isEmpty ? cents(0) : method.price
  return { label: shippingLabel(method), amount, method }
}

/** The methods of a tariff that fit a cart; while the destination is unknown, those where the shop is. */
export function methodsTo(
  destination: Destination | null,
  { zones, shopPlace }: { zones?: Tariff['zones'] | undefined; shopPlace?: Tariff['shopPlace'] | undefined },
  parcel: Parcel,
): ShippingOffer[] {
  if (!zones) return []
  return destination === null
    ? estimatedMethods(zones, placeOfShop({ shopPlace }), parcel)
    : methodsFor(zones, destination, parcel)
}

/** `Shipping`, `Shipping (Express)`, or the name of a pickup. */
function shippingLabel(method: ShippingOffer | null): AmountLabel {
  if (method === null || method.name === UNNAMED_METHOD) return { kind: 'shipping' }
  return { kind: method.kind === 'pickup' ? 'own' : 'shipping', name: method.name }
}
