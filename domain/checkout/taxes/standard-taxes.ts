import type { Place } from '#domain/places/place.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import { CANADA_TAXES } from './canada.ts'
import { registrationOf, type TaxRow } from './tax-table.ts'

/** What shops of a country start with. `id`: `own`, or `oss` for the rates of each destination in the EU. */
export interface StandardTaxes {
  id: 'own' | 'oss'
  pricesIncludeTax: boolean
  registrations: readonly string[]
  table: readonly TaxRow[]
}

const EU_SOURCE = 'https://europa.eu/youreurope/business/taxation/vat/vat-rules-rates/index_en.htm'

type DatedRates = readonly (readonly [milliPercent: number, from: ShopDay])[]

/** The standard rates of the European Union, which clothes have, as of 2026-11-26, with the last change of each. */
const EU: Readonly<Record<string, DatedRates>> = {
  AT: [[20_000, '1984-01-01']],
  BE: [[21_000, '1996-01-01']],
  BG: [[20_000, '1999-01-01']],
  CY: [[19_000, '2014-01-13']],
  CZ: [[21_000, '2013-01-01']],
  DE: [[19_000, '2021-01-01']],
  DK: [[25_000, '1992-01-01']],
  EE: [
    [22_000, '2024-01-01'],
    [24_000, '2025-07-01'],
  ],
  ES: [[21_000, '2012-09-01']],
  FI: [
    [24_000, '2013-01-01'],
    [25_500, '2024-09-01'],
  ],
  FR: [[20_000, '2014-01-01']],
  GR: [[24_000, '2016-06-01']],
  HR: [[25_000, '2012-03-01']],
  HU: [[27_000, '2012-01-01']],
  IE: [[23_000, '2021-03-01']],
  IT: [[22_000, '2013-10-01']],
  LT: [[21_000, '2009-09-01']],
  LU: [[17_000, '2024-01-01']],
  LV: [[21_000, '2012-07-01']],
  MT: [[18_000, '2004-01-01']],
  NL: [[21_000, '2012-10-01']],
  PL: [[23_000, '2011-01-01']],
  PT: [[23_000, '2011-01-01']],
  RO: [
    [19_000, '2017-01-01'],
    [21_000, '2025-08-01'],
  ],
  SE: [[25_000, '1990-07-01']],
  SI: [[22_000, '2013-07-01']],
  SK: [
    [20_000, '2011-01-01'],
    [23_000, '2025-01-01'],
  ],
}

/** Countries with one tax of their own, which prices contain, as of 2026-11-26. */
const OTHERS: Readonly<Record<string, { label: string; source: string; rates: DatedRates }>> = {
  GB: { label: 'VAT', source: 'https://www.gov.uk/vat-rates', rates: [[20_000, '2011-01-04']] },
  CH: {
    label: 'VAT',
    source: 'https://www.estv.admin.ch/estv/en/home/value-added-tax.html',
    rates: [
      [7_700, '2018-01-01'],
      [8_100, '2024-01-01'],
    ],
  },
  NO: {
    label: 'VAT',
    source: 'https://www.skatteetaten.no/en/rates/value-added-tax/',
    rates: [[25_000, '2005-01-01']],
  },
  AU: {
    label: 'GST',
    source: 'https://www.ato.gov.au/businesses-and-organisations/gst-excise-and-indirect-taxes/gst',
    rates: [[10_000, '2000-07-01']],
  },
  NZ: { label: 'GST', source: 'https://www.ird.govt.nz/gst', rates: [[15_000, '2010-10-01']] },
}

/**
 * The taxes that a shop in a place usually charges, to be looked through and saved; empty where none are known. In the
 * EU, either its own rate on parcels to the whole EU, as small sellers may, or that of each destination (OSS). Parcels
 * elsewhere have no tax, at the same price. Canada's and those of the United States are added to prices; a US state has
 * one rate, which the owner types.
 */
export function standardTaxes({ country, region }: Place): readonly StandardTaxes[] {
  if (country === 'CA') {
    return [{ id: 'own', pricesIncludeTax: false, registrations: [], table: CANADA_TAXES }]
  }
  if (country === 'US') {
    const table = region === '' ? [] : [rowOf('US', 'Sales tax', [0, '2020-01-01'], '', region)]
    return [{ id: 'own', pricesIncludeTax: false, ...registeredFor(table) }]
  }
  const home = EU[country]
  if (home) {
    const of = (ratesOf: (code: string) => DatedRates) =>
      Object.keys(EU).flatMap((code) => ratesOf(code).map((rate) => rowOf(code, 'VAT', rate, EU_SOURCE)))
    return [
      { id: 'own', pricesIncludeTax: true, ...registeredFor(of(() => home)) },
      { id: 'oss', pricesIncludeTax: true, ...registeredFor(of((code) => EU[code] ?? [])) },
    ]
  }
  const other = OTHERS[country]
  if (!other) return []
  const table = other.rates.map((rate) => rowOf(country, other.label, rate, other.source))
  return [{ id: 'own', pricesIncludeTax: true, ...registeredFor(table) }]
}

function registeredFor(table: readonly TaxRow[]): Pick<StandardTaxes, 'table' | 'registrations'> {
  return { table, registrations: [...new Set(table.map(registrationOf))] }
}

function rowOf(
  country: string,
  label: string,
  [milliPercent, from]: DatedRates[number],
  source: string,
  region = '',
): TaxRow {
  return { country, region, kind: 'other', label, milliPercent, from, onShipping: true, source }
}
