import type { Place } from '#domain/places/place.ts'
import type { TaxKind } from '#domain/orders/order-total.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { TaxRate } from '#domain/checkout/tariff.ts'

/**
 * A rate of a tax from its first day on, until the next row of the same tax in the same place. A rate of 0 ends a tax.
 * `milliPercent`: thousandths of a percent.
 */
export interface TaxRow extends Place {
  kind: TaxKind
  label: string
  milliPercent: number
  from: ShopDay
  /** Whether shipping is taxed like what is shipped. */
  onShipping: boolean
  /** Where the rate is published. */
  source: string
}

/** What identifies a tax: its rows differ in rate and first day only. */
type Tax = Pick<TaxRow, 'country' | 'region' | 'kind' | 'label'>

/**
 * The registration that charging a tax needs. GST and HST are one in the whole country; each other tax is registered
 * for by place.
 */
export function registrationOf({ country, region, kind, label }: Tax): string {
  if (kind === 'gst' || kind === 'hst') return `gst-hst ${country}`
  return [kind, country, region, ...(kind === 'other' ? [label] : [])].filter(Boolean).join(' ')
}

/** Identifies a tax in a place. */
export function taxKey({ country, region, kind, label }: Tax): string {
  return JSON.stringify([country, region, kind, kind === 'other' ? label : ''])
}

/** The rows in force on a day, of taxes that the shop is registered for: one for each tax in each place. */
export function rowsOn(
  table: readonly TaxRow[],
  registrations: readonly string[],
  day: ShopDay,
): readonly TaxRow[] {
  const current = new Map<string, TaxRow>()
  for (const row of table) {
    const known = current.get(taxKey(row))
    if (row.from <= day && (known === undefined || known.from < row.from)) current.set(taxKey(row), row)
  }
  return [...current.values()].filter(
    (row) => row.milliPercent > 0 && registrations.includes(registrationOf(row)),
  )
}

/** The same as the rates of a tariff. */
export function ratesOn(table: readonly TaxRow[], registrations: readonly string[], day: ShopDay): TaxRate[] {
  return rowsOn(table, registrations, day).map(
    ({ country, region, kind, label, milliPercent, onShipping }): TaxRate => ({
      label,
      milliPercent,
      within: region === '' ? { country } : { country, region },
      kind,
      onShipping,
    }),
  )
}
