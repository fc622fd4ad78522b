import type { TaxKind } from '#domain/orders/order-total.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { TaxRow } from './tax-table.ts'

const CRA = 'https://www.canada.ca/en/revenue-agency/services/tax/businesses/topics/gst-hst-businesses.html'
const SOURCES: Record<string, string> = {
  'British Columbia': 'https://www2.gov.bc.ca/gov/content/taxes/sales-taxes/pst',
  Manitoba: 'https://www.gov.mb.ca/finance/taxation/taxes/retail.html',
  Saskatchewan:
    'https://www.saskatchewan.ca/business/taxes-licensing-and-reporting/provincial-taxes-policies-and-bulletins/provincial-sales-tax',
  Quebec: 'https://www.revenuquebec.ca/en/businesses/consumption-taxes/gsthst-and-qst/',
}

/** Where GST is charged by its name; elsewhere it is a part of HST. */
const GST_PLACES = [
  'Alberta',
  'British Columbia',
  'Manitoba',
  'Northwest Territories',
  'Nunavut',
  'Quebec',
  'Saskatchewan',
  'Yukon',
]
const GST_FROM = { 'British Columbia': '2013-04-01' } as Record<string, ShopDay>

/**
 * Canada's sales taxes by destination, as of November 2026, back to the rate before the last change of each. HST is a
 * separate tax, never GST plus a difference. Quebec's tax is on the price, not on the GST.
 */
export const CANADA_TAXES: readonly TaxRow[] = [
  ...GST_PLACES.map((region) => row(region, 'gst', 5_000, GST_FROM[region] ?? '2008-01-01')),
  row('New Brunswick', 'hst', 13_000, '2008-01-01'),
  row('New Brunswick', 'hst', 15_000, '2016-07-01'),
  row('Newfoundland and Labrador', 'hst', 13_000, '2008-01-01'),
  row('Newfoundland and Labrador', 'hst', 15_000, '2016-07-01'),
  row('Nova Scotia', 'hst', 15_000, '2010-07-01'),
  row('Nova Scotia', 'hst', 14_000, '2025-04-01'),
  row('Ontario', 'hst', 13_000, '2010-07-01'),
  row('Prince Edward Island', 'hst', 14_000, '2013-04-01'),
  row('Prince Edward Island', 'hst', 15_000, '2016-10-01'),
  row('British Columbia', 'pst', 7_000, '2013-04-01'),
  row('Manitoba', 'rst', 8_000, '2013-07-01'),
  row('Manitoba', 'rst', 7_000, '2019-07-01'),
  row('Quebec', 'qst', 9_975, '2013-01-01'),
  row('Saskatchewan', 'pst', 5_000, '2006-10-28'),
  row('Saskatchewan', 'pst', 6_000, '2017-03-23'),
]

function row(region: string, kind: TaxKind, milliPercent: number, from: ShopDay): TaxRow {
  const source = kind === 'gst' || kind === 'hst' ? CRA : (SOURCES[region] ?? CRA)
  return {
    country: 'CA',
    region,
    kind,
    label: kind.toUpperCase(),
    milliPercent,
    from,
    onShipping: true,
    source,
  }
}
