import { labelText } from '#domain/orders/amount-label.ts'
import * as words from '#words/en/totals.ts'
import { describe, expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/pricing.ts'
import { cents } from '#domain/money.ts'
import { REGIONS } from '#domain/places/regions.ts'
import { TAX, taxTariff, type TaxSetting } from '#domain/settings/tax.ts'
import { addDays } from '#domain/shop-day.ts'
import { CANADA_TAXES } from './canada.ts'
import { findTableFaults } from './table-faults.ts'
import { registrationOf, type TaxRow } from './tax-table.ts'

const EVERYWHERE = [...new Set(CANADA_TAXES.map(registrationOf))]
const SHIPPING = cents(25_00)

function charged(
  { country = 'CA', region = '', day = '2026-11-22' }: { country?: string; region?: string; day?: string },
  setting: Partial<TaxSetting> = {},
): string[] {
  const all: TaxSetting = {
    ...TAX.fallback,
    mode: 'by-destination',
    registrations: EVERYWHERE,
    ...setting,
  }
  const tariff = { ...taxTariff(all, day), shipping: SHIPPING }
  const destination = { country, region, postal: '' }
  const { adjustments } = priceCart([{ price: cents(75_00), quantity: 1 }], { destination, tariff })
  return adjustments.flatMap(({ kind, label, amount }) =>
    kind === 'tax' ? [`${labelText(label, words)} ${amount}`] : [],
  )
}

describe('the taxes of Canada, on 75 dollars and 25 of shipping', () => {
  test.each([
    ['Alberta', ['GST (5%) 500']],
    ['British Columbia', ['GST (5%) 500', 'PST (7%) 700']],
    ['Manitoba', ['GST (5%) 500', 'RST (7%) 700']],
    ['New Brunswick', ['HST (15%) 1500']],
    ['Newfoundland and Labrador', ['HST (15%) 1500']],
    ['Northwest Territories', ['GST (5%) 500']],
    ['Nova Scotia', ['HST (14%) 1400']],
    ['Nunavut', ['GST (5%) 500']],
    ['Ontario', ['HST (13%) 1300']],
    ['Prince Edward Island', ['HST (15%) 1500']],
    ['Quebec', ['GST (5%) 500', 'QST (9.975%) 998']],
    ['Saskatchewan', ['GST (5%) 500', 'PST (6%) 600']],
    ['Yukon', ['GST (5%) 500']],
  ])('in %s are %j', (region, taxes) => {
    expect(charged({ region })).toEqual(taxes)
  })

  test('cover every province, and are none abroad', () => {
    for (const region of REGIONS['CA']!.names) expect(charged({ region }).length).toBeGreaterThan(0)
    expect(charged({ country: 'US', region: 'Montana' })).toEqual([])
    expect(charged({ country: 'FR' })).toEqual([])
  })

  test.each([
    ['Nova Scotia', '2025-04-01', ['HST (15%) 1500'], ['HST (14%) 1400']],
    ['New Brunswick', '2016-07-01', ['HST (13%) 1300'], ['HST (15%) 1500']],
    ['Newfoundland and Labrador', '2016-07-01', ['HST (13%) 1300'], ['HST (15%) 1500']],
    ['Prince Edward Island', '2016-10-01', ['HST (14%) 1400'], ['HST (15%) 1500']],
    ['Saskatchewan', '2017-03-23', ['GST (5%) 500', 'PST (5%) 500'], ['GST (5%) 500', 'PST (6%) 600']],
    ['Manitoba', '2019-07-01', ['GST (5%) 500', 'RST (8%) 800'], ['GST (5%) 500', 'RST (7%) 700']],
    ['Ontario', '2010-07-01', [], ['HST (13%) 1300']],
    ['Quebec', '2013-01-01', ['GST (5%) 500'], ['GST (5%) 500', 'QST (9.975%) 998']],
    ['British Columbia', '2013-04-01', [], ['GST (5%) 500', 'PST (7%) 700']],
    ['Alberta', '2008-01-01', [], ['GST (5%) 500']],
    ['Yukon', '2008-01-01', [], ['GST (5%) 500']],
    ['Nunavut', '2008-01-01', [], ['GST (5%) 500']],
    ['Northwest Territories', '2008-01-01', [], ['GST (5%) 500']],
  ])('of %s change on %s', (region, day, before, after) => {
    expect(charged({ region, day: addDays(day, -1) })).toEqual(before)
    expect(charged({ region, day })).toEqual(after)
    expect(charged({ region, day: addDays(day, 1) })).toEqual(after)
  })

  test.each(CANADA_TAXES.map((row) => [row.region, row.label, row.from, row] as const))(
    'in %s: %s has each rate of the table from %s on, and another one the day before',
    (region, label, from, { kind, milliPercent }) => {
      const earlier = CANADA_TAXES.filter(
        (row) => row.region === region && row.kind === kind && row.from < from,
      )
      const before = earlier.toSorted((one, other) => (one.from < other.from ? -1 : 1)).at(-1)
      const shown = (rate: number) => `${label} (${rate / 1_000}%)`
      const chargedOn = (day: string) =>
        charged({ region, day }).flatMap((tax) => (tax.startsWith(label) ? [tax.replace(/ \d+$/, '')] : []))
      expect(chargedOn(addDays(from, -1))).toEqual(before === undefined ? [] : [shown(before.milliPercent)])
      expect(chargedOn(from)).toEqual([shown(milliPercent)])
    },
  )

  test('of a shop that is registered in Saskatchewan only are its PST and nothing else', () => {
    const registrations = ['pst CA Saskatchewan']
    expect(charged({ region: 'Saskatchewan' }, { registrations })).toEqual(['PST (6%) 600'])
    for (const region of REGIONS['CA']!.names) {
      if (region !== 'Saskatchewan') expect(charged({ region }, { registrations })).toEqual([])
    }
  })

  test('of a shop without any registration are none', () => {
    expect(charged({ region: 'Ontario' }, { registrations: [] })).toEqual([])
  })

  test('need five registrations in all', () => {
    expect(EVERYWHERE).toEqual([
      'gst-hst CA',
      'pst CA British Columbia',
      'rst CA Manitoba',
      'qst CA Quebec',
      'pst CA Saskatchewan',
    ])
  })

  test('have a source for each rate, and no fault', () => {
    expect(CANADA_TAXES.filter(({ source }) => !source.startsWith('https://'))).toEqual([])
    expect(findTableFaults(CANADA_TAXES)).toEqual([])
  })
})

describe('a table', () => {
  const ontario: TaxRow = CANADA_TAXES.find(({ region }) => region === 'Ontario')!
  const faultsOf = (...rows: Partial<TaxRow>[]) =>
    findTableFaults([ontario, ...rows.map((row) => ({ ...ontario, ...row }))]).map(
      ({ row, field }) => `${row} ${field}`,
    )

  test('ends a tax with a rate of 0', () => {
    const table = [...CANADA_TAXES, { ...ontario, milliPercent: 0, from: '2027-01-01' }]
    expect(charged({ region: 'Ontario', day: '2026-12-31' }, { table })).toEqual(['HST (13%) 1300'])
    expect(charged({ region: 'Ontario', day: '2027-01-01' }, { table })).toEqual([])
  })

  test('refuses two rates of one tax from the same day', () => {
    expect(faultsOf({ milliPercent: 12_000 })).toEqual(['1 from'])
    expect(faultsOf({ milliPercent: 12_000, from: '2027-01-01' })).toEqual([])
  })

  test('refuses a place that does not exist', () => {
    expect(faultsOf({ region: 'Ontarioo' })).toEqual(['1 region'])
    expect(faultsOf({ country: 'XX', region: '' })).toEqual(['1 country'])
    expect(faultsOf({ country: 'FR', region: 'Bretagne', kind: 'other', label: 'TVA' })).toEqual([])
  })

  test('refuses GST beside HST, in the country as in the province', () => {
    const gst = { kind: 'gst', label: 'GST', milliPercent: 5_000, from: '2027-01-01' } as const
    expect(faultsOf(gst)).toEqual(['1 kind'])
    expect(faultsOf({ ...gst, region: '' })).toEqual(['1 kind'])
    expect(faultsOf({ ...gst, region: 'Alberta' })).toEqual([])
    expect(faultsOf({ milliPercent: 0, from: '2027-01-01' }, gst)).toEqual([])
  })
})
