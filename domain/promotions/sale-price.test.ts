import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import type { Effect } from './promotion.ts'
import { nextChange, offeredProduct } from './sale-price.ts'

const NOW = 1_000
const hoodie = {
  id: 'hoodie',
  category: 'Hoodies',
  price: cents(100_00),
  compareAt: null,
  giftAmounts: '',
} as unknown as Product
const half: Effect = { kind: 'percent', milliPercent: 50_000, items: ALL }

test('a promotion that applies by itself to everyone lowers the price that a product is offered at', () => {
  const sale = promotion('sale', half, { conditions: { from: 500, until: 5_000 } })
  const { offered, sale: shown } = offeredProduct(hoodie, [sale], NOW)
  expect(offered).toEqual({ ...hoodie, price: 50_00, compareAt: 100_00 })
  expect(shown).toEqual({ names: ['Promotion sale'], from: 500, until: 5_000 })
})

test('a product that was reduced already keeps the price before', () => {
  const reduced = { ...hoodie, compareAt: cents(120_00) }
  expect(offeredProduct(reduced, [promotion('sale', half)], NOW).offered).toMatchObject({
    price: 50_00,
    compareAt: 120_00,
  })
})

test.each([
  ['needs a code', promotion('a', half, { codes: ['A'] })],
  ['has not begun', promotion('a', half, { conditions: { from: NOW + 1 } })],
  ['is over', promotion('a', half, { conditions: { until: NOW } })],
  ['is paused', promotion('a', half, { isPaused: true })],
  ['is for a first order', promotion('a', half, { conditions: { firstOrder: true } })],
  ['is for some customers', promotion('a', half, { conditions: { customers: ['a@x.example'] } })],
  ['is for some countries', promotion('a', half, { conditions: { countries: ['US'] } })],
  ['is limited', promotion('a', half, { conditions: { uses: 10 } })],
  ['needs more in the cart', promotion('a', half, { conditions: { leastAmount: cents(100_01) } })],
  ['is for other products', promotion('a', { ...half, items: { products: ['tee'], categories: [] } })],
  ['takes an amount off an order', promotion('a', { kind: 'amount', amount: cents(10_00), items: ALL })],
])('a promotion that %s changes no price', (_what, one) => {
  expect(offeredProduct(hoodie, [one], NOW)).toEqual({ offered: hoodie, sale: null })
})

test('pages are made again when the next promotion begins or ends', () => {
  const between = (from: number | null, until: number | null) =>
    promotion(`${from} ${until}`, half, { conditions: { from, until } })
  expect(nextChange([between(500, 3_000), between(2_000, 9_000)], NOW)).toBe(2_000)
  expect(nextChange([between(500, 3_000)], 2_500)).toBe(3_000)
  expect(nextChange([between(null, null), { ...between(2_000, null), isPaused: true }], NOW)).toBeNull()
})
