import type { Place } from '#domain/places/place.ts'
import { cents, type Cents } from '#domain/money.ts'
import { UNNAMED_METHOD } from '#domain/orders/order-shipping.ts'

/** Stands for every country that no other place names. */
export const EVERYWHERE = '*'

/**
 * Where a zone applies: a country, one of its regions, or postal codes that begin with one of `postal`. Regions are
 * written as in the checkout form. `country` may be `EVERYWHERE`.
 */
export interface ShippingPlace extends Place {
  postal: readonly string[]
}

/** The price up to and including a limit in grams or cents; null: without a limit. */
export interface ShippingStep {
  upTo: number | null
  price: Cents
}

/** How the customer gets a parcel. `pickup`: collected in Saskatoon, free of charge. */
export const METHOD_KINDS = ['delivery', 'pickup'] as const

/** A way to send an order. */
export interface ShippingMethod {
  /** Unique among all zones. Orders keep it. */
  id: string
  name: string
  kind: (typeof METHOD_KINDS)[number]
  /** Business days from the confirmation of the order. */
  leastDays: number
  mostDays: number
  /** What the limits of the steps measure: grams, or cents. */
  by: 'weight' | 'subtotal'
  /** By rising limits. Above the last one the method is not offered. A pickup has none. */
  steps: readonly ShippingStep[]
  /** Free from this price of the items on; null: never. */
  freeFrom: Cents | null
}

/** Places that share their methods. */
export interface ShippingZone {
  name: string
  places: readonly ShippingPlace[]
  methods: readonly ShippingMethod[]
}

/** A rate of duty. `hsCode`: the beginning of HS codes; `origin`: a country. Empty: any. */
export interface DutyRate {
  hsCode: string
  origin: string
  milliPercent: number
}

/**
 * Who pays the duty in a country. `ddp`: the shopper pays it at checkout, and the parcel arrives without further
 * charges. `dap`: the receiver pays the carrier.
 */
export interface CountryDuty {
  country: string
  terms: 'ddp' | 'dap'
  rates: readonly DutyRate[]
  /** For items that no row of `rates` fits, in thousandths of a percent. */
  otherMilliPercent: number
}

/** What an owner sets about shipping. */
export interface ShippingTariff {
  zones: readonly ShippingZone[]
  /** In grams, for each unit of a product without a weight. */
  defaultWeight: number
  /** Where and when orders are collected, for emails. */
  pickupPlace: string
  duties: readonly CountryDuty[]
}

/** The shipping of spec 9: 25 CAD for any cart, everywhere, in 7 to 14 business days. */
export const DEFAULT_SHIPPING: ShippingTariff = {
  zones: [
    {
      name: 'Everywhere',
      places: [{ country: EVERYWHERE, region: '', postal: [] }],
      methods: [
        {
          id: 'standard',
          name: UNNAMED_METHOD,
          kind: 'delivery',
          leastDays: 7,
          mostDays: 14,
          by: 'subtotal',
          steps: [{ upTo: null, price: cents(25_00) }],
          freeFrom: null,
        },
      ],
    },
  ],
  defaultWeight: 500,
  pickupPlace: '',
  duties: [],
}
