import { UNNAMED_METHOD } from '#domain/orders/order-shipping.ts'
import { cents, type Cents } from '#domain/money.ts'
import { shopDays } from './shipping/shop-days.ts'
import { EVERYWHERE, type ShippingTariff } from './shipping/shipping-tariff.ts'
import { methodsTo } from './shipping-price.ts'
import type { PricedBy, Tariff, VersionedTariff } from './tariff.ts'

/** Which parts of a tariff pages get: not what only the server prices with. The compiler requires each part here. */
const IS_ON_PAGES: Record<keyof VersionedTariff, boolean> = {
  taxes: true,
  shipping: true,
  pricesIncludeTax: true,
  home: true,
  isQuoted: true,
  isPromoted: true,
  takesCodes: true,
  takesGiftCards: true,
  takesStoreCredit: true,
  days: true,
  zones: false,
  shopPlace: false,
  pricedBy: false,
}

/**
 * A tariff as pages get it. Where shipping is not the same for every cart, `shipping` is an estimate, or `priced`: what
 * it costs for the requested cart.
 */
export function pageTariff(tariff: Tariff & { pricedBy?: PricedBy }, priced?: Cents): Tariff {
  const { zones, shopPlace, pricedBy } = tariff
  const parts = Object.entries(tariff).filter(([part]) => IS_ON_PAGES[part as keyof VersionedTariff])
  const added = {
    ...(Object.fromEntries(parts) as unknown as Tariff),
    ...(pricedBy && { taxVersion: pricedBy.taxVersion }),
  }
  if (!zones) return added
  const [flat, days] = [flatPrice(zones), shopDays(zones)]
  const page = { ...added, ...(days !== null && { days }) }
  if (flat !== null) return { ...page, shipping: flat }
  return { ...page, shipping: priced ?? estimate({ zones, shopPlace }), isQuoted: true }
}

/** The price of shipping, when it is the same for every cart everywhere; otherwise null. */
export function flatPrice({ zones, duties }: ShippingTariff): Cents | null {
  const [zone] = zones
  const [method] = zone?.methods ?? []
  const [step] = method?.steps ?? []
  const isOne = zones.length === 1 && zone?.methods.length === 1 && method?.steps.length === 1
  const isEverywhere = zone?.places.some(({ country }) => country === EVERYWHERE) ?? false
  const isSame = step?.upTo === null && method?.freeFrom === null && method.name === UNNAMED_METHOD
  return isOne && isEverywhere && isSame && duties.length === 0 ? step.price : null
}

function estimate(tariff: { zones: ShippingTariff; shopPlace: Tariff['shopPlace'] }): Cents {
  const parcel = { subtotal: cents(0), weight: tariff.zones.defaultWeight }
  return methodsTo(null, tariff, parcel)[0]?.price ?? cents(0)
}
