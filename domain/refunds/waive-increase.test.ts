import { labelText } from '#domain/orders/amount-label.ts'
import * as words from '#words/en/totals.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/pricing.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import { orderLine } from '#test/support/order-line.ts'
import { firstUnits } from '#test/support/refunded-order.ts'
import {
  NOTHING_REFUNDED,
  orderParts,
  type OrderContent,
  type RefundedParts,
  type SharedContent,
} from './order-parts.ts'
import { chooseAll, offerRefund, priceChoice } from './refund-price.ts'
import { waiveIncrease, withoutWaivers } from './waive-increase.ts'

const OUR_MISTAKE = { kind: 'own', name: 'Our mistake' } as const
const HERE = { country: 'CA', region: 'Saskatchewan', postal: '' }
const FLAT: Tariff = { taxes: [{ label: 'Tax', milliPercent: 2_000, within: null }], shipping: cents(25_00) }
const GST_PST: Tariff = {
  taxes: [
    { label: 'GST', milliPercent: 5_000, within: null, kind: 'gst', onShipping: true },
    { label: 'PST', milliPercent: 6_000, within: null, kind: 'pst', onShipping: false },
  ],
  shipping: cents(25_00),
}

const charged = (lines: OrderLine[], tariff: Tariff): OrderContent => {
  const priced = lines.map(({ unitPrice: price, quantity, taxFree }) => ({ price, quantity, taxFree }))
  const { adjustments } = priceCart(priced, { destination: HERE, tariff })
  return { lines, adjustments: adjustments.map(({ milliPercent: _rate, ...one }) => one) }
}
const sumOf = (adjustments: readonly Adjustment[]) => adjustments.reduce((sum, { amount }) => sum + amount, 0)
const totalOf = ({ lines, adjustments }: OrderContent) =>
  lines.reduce((sum, one) => sum + orderLinePrice(one), sumOf(adjustments))
const shown = (adjustments: readonly Adjustment[]) =>
  adjustments.map(({ label, amount }) => `${labelText(label, words)} ${amount}`)

test('the tax is due on what is charged, not on what was waived', () => {
  const two = charged([orderLine(118_00, 2)], FLAT)
  expect(shown(two.adjustments)).toEqual(['Tax 472', 'Shipping 2500'])
  const waived = waiveIncrease(two, 118_00 + 2_36, OUR_MISTAKE, NOTHING_REFUNDED)
  expect(shown(waived.adjustments)).toEqual(['Tax 236', 'Shipping 2500', 'Our mistake -11800'])
  const parts = orderParts(waived)
  expect(parts.map(({ kind, lines, shipping }) => [kind, lines[0]!.at(-1)! + shipping])).toEqual([
    ['items', 118_00],
    ['shipping', 25_00],
    ['tax', 2_36],
  ])
})

test('beyond the price of the items, shipping and its tax are waived', () => {
  const one = charged([orderLine(10_00, 1)], GST_PST)
  expect(shown(one.adjustments)).toEqual(['GST (5%) 175', 'PST (6%) 60', 'Shipping 2500'])
  // 11.10 of the item, and 10.50 of 26.25 of the shipping.
  const waived = waiveIncrease(one, 11_10 + 10_50, OUR_MISTAKE, NOTHING_REFUNDED)
  expect(shown(waived.adjustments)).toEqual([
    'GST (5%) 75',
    'PST (6%) 0',
    'Shipping 2500',
    'Our mistake -2000',
  ])
  const parts = orderParts(waived)
  expect(parts.map(({ kind, shipping }) => `${kind} ${shipping}`)).toEqual([
    'items 0',
    'shipping 1500',
    'tax 75',
    'tax 0',
  ])
})

test('taxes that prices contain are reduced with the prices', () => {
  const two = charged([orderLine(111_00, 2)], { ...GST_PST, pricesIncludeTax: true, shipping: cents(0) })
  const contained = (adjustments: readonly Adjustment[]) =>
    adjustments.flatMap(({ label, tax }) => (tax ? [`${labelText(label, words)} ${tax.contained}`] : []))
  expect(contained(two.adjustments)).toEqual(['GST (5%) 1000', 'PST (6%) 1200'])
  expect(contained(waiveIncrease(two, 111_00, OUR_MISTAKE, NOTHING_REFUNDED).adjustments)).toEqual([
    'GST (5%) 500',
    'PST (6%) 600',
  ])
})

test('any waivers of any order add up, with taxes within a cent of their rates, and are charged again to the cent', () => {
  const order = fc.record({
    lines: fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 300_00 }), fc.integer({ min: 1, max: 4 }), fc.boolean())
        .map(([price, quantity, taxFree]) => orderLine(price, quantity, { taxFree })),
      { minLength: 1, maxLength: 4 },
    ),
    tariff: fc
      .record({ pricesIncludeTax: fc.boolean(), base: fc.constantFrom(FLAT, GST_PST) })
      .map(({ pricesIncludeTax, base }): Tariff => ({ ...base, pricesIncludeTax })),
    shares: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 3 }),
    gone: fc.array(fc.nat({ max: 4 }), { minLength: 4, maxLength: 4 }),
    shipping: fc.boolean(),
  })
  fc.assert(
    fc.property(order, ({ lines, tariff, shares, gone, shipping }) => {
      const units = new Map(lines.map(({ quantity }, at) => [at, firstUnits(Math.min(quantity, gone[at]!))]))
      const refunded: RefundedParts = { units, sent: new Map(), shipping }
      let content: SharedContent = charged(lines, tariff)
      const full = totalOf(content)
      const before = offerRefund({ ...content, shipments: [] }, NOTHING_REFUNDED, cents(full))
      const returned =
        lines.reduce((sum, _line, at) => sum + (before.lines[at]!.prices[units.get(at)!.length] ?? 0), 0) +
        (shipping ? before.shipping : 0)
      let left = full - returned
      for (const [at, percent] of shares.entries()) {
        const increase = Math.floor((left * percent) / 100)
        if (increase === 0) continue
        content = waiveIncrease(content, increase, { kind: 'own', name: `Reason ${at % 2}` }, refunded)
        left -= increase
        expect(totalOf(content)).toBe(left + returned)
      }
      const offer = offerRefund({ ...content, shipments: [] }, refunded, cents(full))
      const all = priceChoice(offer, chooseAll(offer))
      expect(all.kind === 'priced' ? all.whole : 0).toBe(left)
      expect(content.adjustments.filter(({ kind, amount }) => kind === 'tax' && amount < 0)).toEqual([])
      const again = withoutWaivers(content, refunded)
      expect(totalOf({ lines, adjustments: again.adjustments })).toBe(full)
      expect(again.waivers.reduce((sum, { amount }) => sum + amount, 0)).toBe(full - returned - left)
    }),
    { numRuns: 500 },
  )
})
