import { labelText } from '#domain/orders/amount-label.ts'
import * as words from '#words/en/totals.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { linePrice } from './line-price.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import { choosePromotions } from '#domain/promotions/choose-promotions.ts'
import { priceCart, labelWithRate, shippingOf, type CartTotals, type PriceTerms } from './pricing.ts'
import { DEFAULT_SHIPPING } from './shipping/shipping-tariff.ts'
import { destinationOf, TARIFF, type Tariff } from './tariff.ts'

const line = fc.record({
  price: fc.integer({ min: 0, max: 2_000_00 }).map(cents),
  quantity: fc.integer({ min: 1, max: 99 }),
})
const carts = fc.array(line, { maxLength: 6 })

const [EVERYWHERE] = DEFAULT_SHIPPING.zones
const FREE_FROM_100 = {
  ...EVERYWHERE!,
  methods: EVERYWHERE!.methods.map((method) => ({ ...method, freeFrom: cents(100_00) })),
}

describe('a cart', () => {
  test('of any kind adds up: lines, tax and shipping are the total, in whole cents', () => {
    const sampled = fc.sample(carts, 100_000)
    for (const lines of sampled) {
      const { subtotal, adjustments, total, itemCount } = priceCart(lines, {
        destination: null,
        tariff: TARIFF,
      })
      const [tax = -1, shipping = -1] = adjustments.map(({ amount }) => Number(amount))
      let sum = 0
      for (const { price, quantity } of lines) sum += price * quantity
      const wrong =
        subtotal !== sum ||
        total !== sum + tax + shipping ||
        ![subtotal, tax, shipping, total, itemCount].every(Number.isSafeInteger) ||
        Math.abs(50 * tax - subtotal) > 25 ||
        shipping !== (lines.length > 0 ? 25_00 : 0)
      if (wrong) expect({ lines, subtotal, tax, shipping, total }).toBeNull()
    }
    expect(sampled).toHaveLength(100_000)
  })

  test('with gift cards costs what it costs without them, and their amounts: no tax, no shipping, no promotion', () => {
    const third: PriceTerms['promote'] = (cart) =>
      choosePromotions([promotion('third', { kind: 'percent', milliPercent: 33_333, items: ALL })], cart)
    const freeFrom100 = { ...TARIFF, zones: { ...DEFAULT_SHIPPING, zones: [FREE_FROM_100] } }
    for (const terms of [
      { destination: null, tariff: TARIFF, promote: third },
      { destination: { country: 'CA', region: '', postal: '' }, tariff: freeFrom100 },
    ])
      fc.assert(
        fc.property(carts, carts, (goods, gifts) => {
          const cards = gifts.map((one) => ({ ...one, giftCard: true }))
          const without = priceCart(goods, terms)
          const amounts = cards.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
          for (const lines of [
            [...goods, ...cards],
            [...cards, ...goods],
          ])
            expect(priceCart(lines, terms).total).toBe(without.total + amounts)
          expect(shippingOf([...goods, ...cards], terms).offers).toEqual(
            goods.length + cards.length > 0 && goods.length === 0 ? [] : shippingOf(goods, terms).offers,
          )
        }),
      )
  })

  test('costs the same in whatever order it was filled', () => {
    fc.assert(
      fc.property(carts, (lines) => {
        expect(priceCart(lines.toReversed(), { destination: null, tariff: TARIFF })).toEqual(
          priceCart(lines, { destination: null, tariff: TARIFF }),
        )
      }),
    )
  })

  test('costs the same whether units are on one line or on two', () => {
    fc.assert(
      fc.property(carts, line, fc.integer({ min: 1, max: 99 }), (lines, { price, quantity }, more) => {
        const together = [...lines, { price, quantity: quantity + more }]
        const apart = [{ price, quantity }, ...lines, { price, quantity: more }]
        expect(priceCart(apart, { destination: null, tariff: TARIFF })).toEqual(
          priceCart(together, { destination: null, tariff: TARIFF }),
        )
      }),
    )
  })

  test('that is empty costs nothing, not even shipping', () => {
    const { subtotal, adjustments, total, itemCount } = priceCart([], { destination: null, tariff: TARIFF })
    expect({ subtotal, total, itemCount }).toEqual({ subtotal: 0, total: 0, itemCount: 0 })
    expect(adjustments.map(({ amount }) => amount)).toEqual([0, 0])
  })

  test('is taxed 2 % and shipped for 25 CAD', () => {
    expect(priceCart([{ price: cents(35_00), quantity: 2 }], { destination: null, tariff: TARIFF })).toEqual({
      subtotal: 70_00,
      adjustments: [
        { kind: 'tax', label: { kind: 'tax' }, amount: 1_40, milliPercent: 2_000 },
        { kind: 'shipping', label: { kind: 'shipping' }, amount: 25_00, milliPercent: null },
      ],
      total: 96_40,
      itemCount: 2,
    })
  })

  test.each([
    [24, 0],
    [25, 1],
    [74, 1],
    [75, 2],
  ])('of %i cents is taxed %i: half a cent goes up, once for the whole cart', (price, tax) => {
    expect(
      priceCart([{ price: cents(price), quantity: 1 }], { destination: null, tariff: TARIFF }).adjustments[0],
    ).toMatchObject({
      kind: 'tax',
      amount: tax,
    })
  })

  test('of free products is still shipped', () => {
    expect(priceCart([{ price: cents(0), quantity: 1 }], { destination: null, tariff: TARIFF }).total).toBe(
      25_00,
    )
  })

  test.each([0.5, -1, Number.NaN, 2 ** 53])('cannot hold %s units', (quantity) => {
    expect(() => linePrice({ price: cents(1), quantity })).toThrow(RangeError)
    expect(() => priceCart([{ price: cents(1), quantity }], { destination: null, tariff: TARIFF })).toThrow(
      RangeError,
    )
  })
})

describe('a tariff with local taxes', () => {
  const tariff: Tariff = {
    taxes: [
      { label: 'GST', milliPercent: 5_000, within: { country: 'CA' } },
      { label: 'QST', milliPercent: 9_975, within: { country: 'CA', region: 'Quebec' } },
    ],
    shipping: cents(10_00),
  }
  const shirt = [{ price: cents(100_00), quantity: 1 }]
  const at = (country: string, region: string) =>
    priceCart(shirt, { destination: { country, region, postal: '' }, tariff })
  const rows = ({ adjustments }: CartTotals) =>
    adjustments.map((one) => [labelText(labelWithRate(one), words), one.amount])

  test('adds the taxes of the destination, each as a row with its rate', () => {
    const inQuebec = at('CA', 'Quebec')
    expect(rows(inQuebec)).toEqual([
      ['GST (5%)', 5_00],
      ['QST (9.975%)', 9_98],
      ['Shipping', 10_00],
    ])
    expect(inQuebec.total).toBe(124_98)
    expect(at('CA', 'Alberta').total).toBe(115_00)
    expect(at('FR', 'Quebec').total).toBe(110_00)
  })

  test('adds none of them while the destination is unknown', () => {
    expect(rows(priceCart(shirt, { destination: null, tariff }))).toEqual([['Shipping', 10_00]])
    expect(destinationOf({ country: '', region: 'Quebec', postal: 'H2X' })).toBeNull()
    expect(destinationOf({ country: 'CA', region: 'Quebec', postal: 'H2X' })).toEqual({
      country: 'CA',
      region: 'Quebec',
      postal: 'H2X',
    })
  })
})
