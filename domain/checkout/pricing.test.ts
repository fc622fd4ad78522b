import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { linePrice, priceCart, PRICING } from './pricing.ts'

const line = fc.record({
  price: fc.integer({ min: 0, max: 2_000_00 }).map(cents),
  quantity: fc.integer({ min: 1, max: 99 }),
})
const carts = fc.array(line, { maxLength: 6 })

describe('a cart', () => {
  test('of any kind adds up: lines and tax and shipping are the total, in whole cents', () => {
    const sampled = fc.sample(carts, 100_000)
    for (const lines of sampled) {
      const { subtotal, tax, shipping, total, itemCount } = priceCart(lines)
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

  test('costs the same in whatever order it was filled', () => {
    fc.assert(
      fc.property(carts, (lines) => {
        expect(priceCart(lines.toReversed())).toEqual(priceCart(lines))
      }),
    )
  })

  test('costs the same whether pieces stand on one line or on two', () => {
    fc.assert(
      fc.property(carts, line, fc.integer({ min: 1, max: 99 }), (lines, { price, quantity }, more) => {
        const together = [...lines, { price, quantity: quantity + more }]
        const apart = [{ price, quantity }, ...lines, { price, quantity: more }]
        expect(priceCart(apart)).toEqual(priceCart(together))
      }),
    )
  })

  test('that is empty costs nothing, not even shipping', () => {
    expect(priceCart([])).toEqual({ subtotal: 0, tax: 0, shipping: 0, total: 0, itemCount: 0 })
  })

  test('is taxed 2 % and shipped for 25 CAD', () => {
    expect(priceCart([{ price: cents(35_00), quantity: 2 }])).toEqual({
      subtotal: 70_00,
      tax: 1_40,
      shipping: 25_00,
      total: 96_40,
      itemCount: 2,
    })
    expect(PRICING).toEqual({ taxMilliPercent: 2_000, shipping: 25_00 })
  })

  test.each([
    [24, 0],
    [25, 1],
    [74, 1],
    [75, 2],
  ])('of %i cents is taxed %i: half a cent goes up, once for the whole cart', (price, tax) => {
    expect(priceCart([{ price: cents(price), quantity: 1 }]).tax).toBe(tax)
  })

  test('of free things is still shipped', () => {
    expect(priceCart([{ price: cents(0), quantity: 1 }]).total).toBe(25_00)
  })

  test.each([0.5, -1, Number.NaN, 2 ** 53])('cannot hold %s pieces', (quantity) => {
    expect(() => linePrice({ price: cents(1), quantity })).toThrow(RangeError)
    expect(() => priceCart([{ price: cents(1), quantity }])).toThrow(RangeError)
  })
})
