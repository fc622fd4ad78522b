import { describe, expect, test } from 'vitest'
import { CURRENCIES, selectableCurrencies, type CurrencyCode } from '#domain/currency.ts'
import { RATES_TABLE } from './bundled-rates-table.ts'
import { bundledRates } from './bundled-rates.ts'

const rates = bundledRates()

async function rate(from: CurrencyCode, to: CurrencyCode): Promise<number> {
  return (await rates.rate(from, to))?.rate ?? Number.NaN
}

describe('the bundled rates', () => {
  test('cover every currency of the table, and no other', () => {
    expect(Object.keys(RATES_TABLE.perCad)).toEqual(CURRENCIES.map(({ code }) => code))
    for (const value of Object.values(RATES_TABLE.perCad)) expect(value).toBeGreaterThan(0)
    expect(RATES_TABLE.perCad.CAD).toBe(1)
  })

  test('have a date and a source', async () => {
    const { asOf, source } = (await rates.rate('CAD', 'NGN')) ?? {}
    expect(asOf).toBe(RATES_TABLE.asOf)
    expect(Date.parse(asOf ?? '')).toBeLessThanOrEqual(Date.now())
    expect(source).not.toBe('')
  })

  test('of a pair without CAD are computed through CAD, and a rate times its inverse is 1', async () => {
    expect(await rate('USD', 'EUR')).toBeCloseTo((await rate('CAD', 'EUR')) / (await rate('CAD', 'USD')), 10)
    for (const from of selectableCurrencies()) {
      expect(await rate(from, from)).toBe(1)
      for (const to of selectableCurrencies()) {
        expect((await rate(from, to)) * (await rate(to, from))).toBeCloseTo(1, 10)
      }
    }
  })

  // A mistake in the table would show here: central banks peg these currencies.
  test.each([
    ['USD', 'AED', 3.6725],
    ['USD', 'SAR', 3.75],
    ['USD', 'HKD', 7.8],
    ['EUR', 'DKK', 7.46],
  ] as const)('keep the peg of %s to %s', async (from, to, peg) => {
    expect(Math.abs((await rate(from, to)) / peg - 1)).toBeLessThan(0.01)
  })
})
