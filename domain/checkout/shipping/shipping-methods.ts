import type { Destination } from '#domain/places/place.ts'
import { cents, type Cents } from '#domain/money.ts'
import { findZone } from './find-zone.ts'
import type { ShippingMethod, ShippingTariff, ShippingZone } from './shipping-tariff.ts'

/** What the price of a method depends on: the price of the items in cents, and their weight in grams. */
export interface Parcel {
  subtotal: Cents
  weight: number
}

/** A method that fits a cart, with its price. */
export interface ShippingOffer extends Pick<
  ShippingMethod,
  'id' | 'name' | 'kind' | 'leastDays' | 'mostDays'
> {
  price: Cents
}

/**
 * The methods that fit a cart, the cheapest first, pickup last. Empty when no zone serves the destination or every
 * method has a limit below the cart.
 */
export function methodsFor(
  tariff: Pick<ShippingTariff, 'zones'>,
  destination: Destination,
  parcel: Parcel,
): ShippingOffer[] {
  return fittingIn(findZone(tariff, destination), parcel)
}

/** The methods while the destination is unknown: those where the shop is, or of the first zone. */
export function estimatedMethods(
  tariff: Pick<ShippingTariff, 'zones'>,
  shopPlace: Destination,
  parcel: Parcel,
): ShippingOffer[] {
  return fittingIn(findZone(tariff, shopPlace) ?? tariff.zones[0] ?? null, parcel)
}

function fittingIn(zone: ShippingZone | null, parcel: Parcel): ShippingOffer[] {
  return (zone?.methods ?? [])
    .flatMap((method) => {
      const price = priceOf(method, parcel)
      const { id, name, kind, leastDays, mostDays } = method
      return price === null ? [] : [{ id, name, kind, leastDays, mostDays, price }]
    })
    .toSorted((one, other) => rank(one) - rank(other) || one.price - other.price)
}

/**
 * The chosen method among those that fit, or the first one when nothing was chosen, or the choice does not fit any
 * more. Null when none fits.
 */
export function chosenMethod(offers: readonly ShippingOffer[], id: string | null): ShippingOffer | null {
  return offers.find((offer) => offer.id === id) ?? offers[0] ?? null
}

/** The weight of items in grams. `defaultWeight`: of a unit whose weight is unknown. */
export function weightOf(
  items: readonly { weight?: number | null; quantity: number }[],
  { defaultWeight }: Pick<ShippingTariff, 'defaultWeight'>,
): number {
  return items.reduce((sum, { weight, quantity }) => sum + (weight ?? defaultWeight) * quantity, 0)
}

/** Null: the cart is above the last step. */
function priceOf({ kind, by, steps, freeFrom }: ShippingMethod, { subtotal, weight }: Parcel): Cents | null {
  if (kind === 'pickup') return cents(0)
  const measured = by === 'weight' ? weight : subtotal
  const step = steps.find(({ upTo }) => upTo === null || measured <= upTo)
  if (step === undefined) return null
  return freeFrom !== null && subtotal >= freeFrom ? cents(0) : step.price
}

function rank({ kind }: ShippingOffer): number {
  return kind === 'pickup' ? 1 : 0
}
