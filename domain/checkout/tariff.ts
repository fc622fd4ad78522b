import type { Destination, Place } from '#domain/places/place.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { TaxKind } from '#domain/orders/order-total.ts'
import type { DeliveryDays } from './shipping/delivery-days.ts'
import type { ShippingTariff } from './shipping/shipping-tariff.ts'

/** The destination of an address that may still be typed: null until the country is known. */
export function destinationOf({ country, region, postal }: Destination): Destination | null {
  return country === '' ? null : { country, region, postal }
}

/**
 * A tax on the subtotal. `milliPercent`: thousandths of a percent, 2000 is 2 %. Taxes add up: one that is due
 * everywhere is charged beside one that is due within a region. For 13 % in total beside 2 % everywhere, the tax within
 * the region is 11 %.
 */
export interface TaxRate {
  /** What owners call it; empty: the shop's word for a tax. */
  label: string
  milliPercent: number
  /** Where it is due: `{ country: 'CA' }`, or `{ country: 'CA', region: 'Ontario' }`. Null: everywhere. */
  within: { country: string; region?: string } | null
  /** Of a tax by destination: orders show it with its rate. */
  kind?: TaxKind
  /** It is due on shipping too. */
  onShipping?: boolean
}

/**
 * What decided a tariff: the versions of the settings, and the day whose tax rates it has. An order keeps it, to be
 * priced again; it is passed on whole, and `db/orders/priced-by.ts` writes and reads it.
 */
export interface PricedBy {
  taxVersion: number
  taxDay: ShopDay
  shippingVersion: number
  promotionsVersion: number
}

/**
 * What the shop adds to a subtotal, at one moment. `shipping`: for any cart that is not empty, in cents; `zones`
 * replace it. It is plain data: `page-tariff.ts` says which parts of it the cart and the checkout page get.
 */
export interface Tariff {
  taxes: readonly TaxRate[]
  shipping: Cents
  zones?: ShippingTariff
  /** Shipping depends on the cart or the destination, and `shipping` is an estimate: the server says how much it is. */
  isQuoted?: boolean
  /** Promotions apply by themselves, so only the server can price a cart. */
  isPromoted?: boolean
  /** There are promotions with codes. */
  takesCodes?: boolean
  /** There are gift cards, whose codes are typed where those of promotions are. */
  takesGiftCards?: boolean
  /** Customers have store credit. */
  takesStoreCredit?: boolean
  /** In how many business days orders arrive, where an owner changed it. */
  days?: DeliveryDays
  /** Prices contain the taxes: they are shown, and add nothing. */
  pricesIncludeTax?: boolean
  /** Taxes follow the destination; while it is unknown, this place is assumed. `name`: as displayed. */
  home?: Place & { name: string }
  /** Where the shop is, when an owner moved it. Only the server prices with it, so pages do not get it. */
  shopPlace?: Place
}

/** Where a shop starts: until an owner sets another place. */
const DEFAULT_PLACE: Destination = { country: 'CA', region: 'Saskatchewan', postal: 'S7K' }

/** Where the shop is: shipping is estimated for it, and items are picked up and handed over there. */
export function placeOfShop({ shopPlace }: { shopPlace?: Tariff['shopPlace'] | undefined }): Destination {
  return shopPlace === undefined ? DEFAULT_PLACE : { ...shopPlace, postal: '' }
}

/** A tariff of saved settings. */
export interface VersionedTariff extends Tariff {
  pricedBy: PricedBy
}

/** The tariff until an owner sets another (spec 9). That of a shop is in `operations/checkout/current-tariff.ts`. */
export const TARIFF = {
  taxes: [{ label: '', milliPercent: 2_000, within: null }],
  shipping: cents(25_00),
} as const satisfies Tariff

/**
 * The place that a cart is priced for. `estimatedFor`: the name of the shop's place, when it is assumed because no
 * destination has been entered yet.
 */
export function placeOf(
  { home, taxes }: Tariff,
  destination: Destination | null,
): { place: Destination | null; estimatedFor?: string } {
  if (home === undefined) return { place: destination }
  const { country, region, name } = home
  const needsRegion = taxes.some(({ within }) => within?.country === country && within.region !== undefined)
  const isOpen = destination?.country === country && destination.region === '' && needsRegion
  if (destination !== null && !isOpen) return { place: destination }
  return { place: { country, region, postal: destination?.postal ?? '' }, estimatedFor: name }
}

/** The taxes that are due in a place. While it is unknown, only those that are due everywhere. */
export function taxesAt({ taxes }: Tariff, place: Destination | null): readonly TaxRate[] {
  return taxes.filter(
    ({ within }) =>
      within === null ||
      (place?.country === within.country && (within.region === undefined || place.region === within.region)),
  )
}
