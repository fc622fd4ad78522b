import { cents, type Cents } from '#domain/money.ts'
import type { Customer } from '#domain/orders/order.ts'
import * as words from '#words/totals.ts'

/** The parts of an address that prices depend on. Places are written as in the checkout form. */
export type Destination = Pick<Customer, 'country' | 'region' | 'postal'>

/** The destination of an address that may still be typed: null until the country is known. */
export function destinationOf({ country, region, postal }: Destination): Destination | null {
  return country === '' ? null : { country, region, postal }
}

/**
 * A tax on the subtotal. `milliPercent`: thousandths of a percent, 2000 is 2 %. Taxes add up: one that is due
 * everywhere is charged beside one that is due within a region. Beside 2 % everywhere, 13 % in all is 11 % within.
 */
export interface TaxRate {
  label: string
  milliPercent: number
  /** Where it is due: `{ country: 'CA' }`, or `{ country: 'CA', region: 'Ontario' }`. Null: everywhere. */
  within: { country: string; region?: string } | null
}

/** What the shop adds to a subtotal. `shipping`: for any cart that is not empty, in CAD cents. */
export interface Tariff {
  taxes: readonly TaxRate[]
  shipping: Cents
}

/** The tariff of this shop. The one place an owner changes these numbers (spec 9). */
export const TARIFF = {
  taxes: [{ label: words.tax, milliPercent: 2_000, within: null }],
  shipping: cents(25_00),
} as const satisfies Tariff

/** The taxes that are due at a destination. While it is unknown, only those that are due everywhere. */
export function taxesAt({ taxes }: Tariff, destination: Destination | null): readonly TaxRate[] {
  return taxes.filter(
    ({ within }) =>
      within === null ||
      (destination?.country === within.country &&
        (within.region === undefined || destination.region === within.region)),
  )
}
