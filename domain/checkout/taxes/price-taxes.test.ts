import * as totalWords from '#words/en/totals.ts'
import { describe, expect, test } from 'vitest'
import { priceCart, type PricedLine } from '#domain/checkout/pricing.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import { totalRows } from '#domain/orders/order-total.ts'
import { TAX, taxTariff, type TaxSetting } from '#domain/settings/tax.ts'

const REGISTERED = ['gst-hst CA', 'pst CA Saskatchewan', 'qst CA Quebec']

const tariff = (changes: Partial<TaxSetting> = {}): Tariff => ({
  ...taxTariff(
    { ...TAX.fallback, mode: 'by-destination', registrations: REGISTERED, ...changes },
    '2026-11-22',
  ),
  shipping: cents(25_00),
})
const to = (region: string, country = 'CA') => ({ country, region, postal: '' })
const tee: PricedLine = { price: cents(100_00), quantity: 1 }
const kids: PricedLine = { ...tee, taxFree: true }

function rows(lines: readonly PricedLine[], terms: Parameters<typeof priceCart>[1]) {
  const dollars = (amount: number) => (amount / 100).toFixed(2)
  return totalRows(priceCart(lines, terms), dollars, totalWords).map((row) => row.join(' '))
}

describe('taxes by destination', () => {
  test('are listed one by one with their rates, on the goods and their shipping', () => {
    expect(rows([tee], { destination: to('Saskatchewan'), tariff: tariff() })).toEqual([
      'Subtotal 100.00',
      'GST (5%) 6.25',
      'PST (6%) 7.50',
      'Shipping 25.00',
      'Total 138.75',
    ])
  })

  test('do not tax shipping where the row excludes it', () => {
    const table = TAX.fallback.table.map((row) => ({ ...row, onShipping: row.kind !== 'pst' }))
    expect(rows([tee], { destination: to('Saskatchewan'), tariff: tariff({ table }) })).toEqual([
      'Subtotal 100.00',
      'GST (5%) 6.25',
      'PST (6%) 6.00',
      'Shipping 25.00',
      'Total 137.25',
    ])
  })

  test('leave tax-free products alone, and their share of the shipping', () => {
    const destination = to('Ontario')
    const tax = (...lines: PricedLine[]) =>
      priceCart(lines, { destination, tariff: tariff() }).adjustments[0]!.amount
    expect(tax(kids)).toBe(0)
    expect(tax(tee, kids)).toBe(14_63)
    expect(tax(tee)).toBe(16_25)
  })

  test('that prices contain are shown, and add nothing', () => {
    const terms = { destination: to('Ontario'), tariff: tariff({ pricesIncludeTax: true }) }
    expect(rows([tee], terms)).toEqual([
      'Subtotal 100.00',
      'Shipping 25.00',
      'Includes HST (13%) 14.38',
      'Total 125.00',
    ])
    expect(rows([tee], { ...terms, destination: to('', 'FR') })).toEqual([
      'Subtotal 100.00',
      'Shipping 25.00',
      'Total 125.00',
    ])
  })

  test('that prices contain are parts of one price, not of each other', () => {
    const terms = { destination: to('Quebec'), tariff: tariff({ pricesIncludeTax: true }) }
    expect(rows([{ ...tee, price: cents(114_98) }], { ...terms, freeShipping: true }).slice(2, -1)).toEqual([
      'Includes GST (5%) 5.00',
      'Includes QST (9.975%) 9.98',
    ])
  })

  test('are estimated for the place of the shop until the destination is known, and say so', () => {
    const priced = (destination: ReturnType<typeof to> | null) =>
      priceCart([tee], { destination, tariff: tariff() })
    expect(priced(null)).toMatchObject({ estimatedFor: 'Saskatchewan', total: 138_75 })
    expect(priced(to(''))).toMatchObject({ estimatedFor: 'Saskatchewan', total: 138_75 })
    expect(priced(to('Ontario'))).not.toHaveProperty('estimatedFor')
    expect(priced(to('', 'FR'))).not.toHaveProperty('estimatedFor')
  })

  test('until an owner changes them are 2 % of the subtotal, without an estimate', () => {
    const standard = { ...taxTariff(TAX.fallback, '2026-11-22'), shipping: cents(25_00) }
    for (const destination of [null, to('Ontario'), to('', 'FR')]) {
      const priced = priceCart([tee], { destination, tariff: standard })
      expect(priced).toEqual({
        subtotal: 100_00,
        adjustments: [
          { kind: 'tax', label: { kind: 'tax' }, amount: 2_00, milliPercent: 2_000 },
          { kind: 'shipping', label: { kind: 'shipping' }, amount: 25_00, milliPercent: null },
        ],
        total: 127_00,
        itemCount: 1,
      })
    }
  })
})
