import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/pricing.ts'
import { cents } from '#domain/money.ts'
import { regionsOf } from '#domain/places/regions.ts'
import { TAX, taxTariff } from '#domain/settings/tax.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import { standardTaxes, type StandardTaxes } from './standard-taxes.ts'

const HOMES =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK GB CH NO AU NZ'.split(' ')

const settingOf = (
  country: string,
  id: StandardTaxes['id'] = 'own',
  region = regionsOf(country)?.names[0] ?? '',
) => {
  const home = { country, region }
  const { pricesIncludeTax, registrations, table } = standardTaxes(home).find((one) => one.id === id)!
  return { ...TAX.fallback, mode: 'by-destination' as const, home, pricesIncludeTax, registrations, table }
}

/** What a shirt of 50.00 with shipping of 4.99 costs there: the total, and the tax in it. */
function priced(setting: ReturnType<typeof settingOf>, to: string, day: ShopDay = '2026-11-27') {
  const tariff = { ...taxTariff(setting, day), shipping: cents(4_99) }
  const { total, adjustments } = priceCart([{ price: cents(50_00), quantity: 1 }], {
    tariff,
    destination: { country: to, region: '', postal: '' },
  })
  return [total, ...adjustments.flatMap(({ tax }) => (tax ? [tax.milliPercent, tax.contained] : []))]
}

describe('the usual taxes of a country', () => {
  test.each(HOMES)('of %s are a valid setting, with a source for each rate', (country) => {
    for (const { id } of standardTaxes({ country, region: '' })) {
      const setting = settingOf(country, id)
      expect(v.safeParse(TAX.schema, setting).issues).toBeUndefined()
      expect(setting.table.every(({ source }) => source.startsWith('https://'))).toBe(true)
      const [total, rate] = priced(setting, country)
      expect([total, Number(rate) > 0]).toEqual([54_99, true])
    }
  })

  test('in the EU are the own rate for every parcel within it, or that of the destination', () => {
    expect(priced(settingOf('DE'), 'DE')).toEqual([54_99, 19_000, 8_78])
    expect(priced(settingOf('DE'), 'FR')).toEqual([54_99, 19_000, 8_78])
    expect(priced(settingOf('DE', 'oss'), 'FR')).toEqual([54_99, 20_000, 9_17])
    expect(priced(settingOf('DE', 'oss'), 'HU')).toEqual([54_99, 27_000, 11_69])
  })

  test('leave parcels abroad without tax, at the same price', () => {
    for (const home of ['DE', 'GB', 'CH']) expect(priced(settingOf(home), 'US')).toEqual([54_99])
    expect(priced(settingOf('GB'), 'DE')).toEqual([54_99])
  })

  test('have the rate of the day', () => {
    expect(priced(settingOf('EE'), 'EE', '2025-06-30')[1]).toBe(22_000)
    expect(priced(settingOf('EE'), 'EE', '2025-07-01')[1]).toBe(24_000)
    expect(priced(settingOf('CH'), 'CH', '2023-12-31')[1]).toBe(7_700)
  })

  test('in the United States begin with the state of the shop, whose rate its owner types', () => {
    const setting = settingOf('US', 'own', 'Oregon')
    expect(v.safeParse(TAX.schema, setting).issues).toBeUndefined()
    expect(setting.table).toMatchObject([{ country: 'US', region: 'Oregon', milliPercent: 0 }])
    expect(setting.pricesIncludeTax).toBe(false)
  })

  test('in Canada are its table as ever, and unknown elsewhere', () => {
    expect(standardTaxes({ country: 'CA', region: 'Ontario' })).toMatchObject([{ table: TAX.fallback.table }])
    expect(standardTaxes({ country: 'JP', region: '' })).toEqual([])
  })
})
