import { labelText } from '#domain/orders/amount-label.ts'
import * as words from '#words/en/totals.ts'
import { describe, expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/pricing.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { orderLine } from '#test/support/order-line.ts'
import { addCents, cents, signedCents } from '#domain/money.ts'
import {
  ADJUSTMENT_KINDS,
  rulesOf,
  type Adjustment,
  type AdjustmentKind,
} from '#domain/orders/order-total.ts'
import { addUp, divideOrder } from '#domain/orders/unit-shares.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import { firstUnits } from '#test/support/refunded-order.ts'
import { dividedAgain, keepRefunded } from './keep-refunded.ts'
import {
  NOTHING_REFUNDED,
  orderParts,
  type OrderContent,
  type RefundedParts,
  type SharedContent,
} from './order-parts.ts'
import { repriceOrder } from './reprice-order.ts'
import { withoutWaivers } from './waive-increase.ts'

const TARIFF: Tariff = {
  taxes: [
    { label: 'GST', milliPercent: 5_000, within: { country: 'CA' }, kind: 'gst', onShipping: true },
    {
      label: 'PST',
      milliPercent: 6_000,
      within: { country: 'CA', region: 'Saskatchewan' },
      kind: 'pst',
      onShipping: true,
    },
  ],
  shipping: cents(25_00),
}
const HERE = { country: 'CA', region: 'Saskatchewan', postal: '' }
const HALIFAX = { country: 'CA', region: 'Nova Scotia', postal: '' }
const LYON = { country: 'FR', region: '', postal: '' }

const charged = (lines: readonly OrderLine[], tariff = TARIFF): OrderContent => {
  const priced = lines.map(({ unitPrice: price, quantity, taxFree }) => ({ price, quantity, taxFree }))
  const { adjustments } = priceCart(priced, { destination: HERE, tariff })
  return { lines, adjustments: adjustments.map(({ milliPercent: _rate, ...one }) => one) }
}
const total = ({ lines, adjustments }: OrderContent) =>
  addCents([...lines.map(orderLinePrice), ...adjustments.map(({ amount }) => amount)])
const amounts = ({ adjustments }: Pick<OrderContent, 'adjustments'>) =>
  adjustments.map(({ label, amount }) => `${labelText(label, words)} ${amount}`)

function changed(
  before: SharedContent,
  lines: readonly OrderLine[],
  refunded: RefundedParts,
  { to = HERE, tariff = TARIFF } = {},
) {
  const terms = { changes: [], from: HERE, to, tariff, refunded }
  const after = repriceOrder(before, { ...terms, lines })
  expect(total({ lines, adjustments: after.adjustments }) - total(before)).toBe(after.difference)
  return after
}

test('refunded shipping keeps its tax when the items of the order change', () => {
  const before = charged([orderLine(33_33, 1), orderLine(19_99, 1, { taxFree: true })])
  expect(amounts(before)).toEqual(['GST (5%) 245', 'PST (6%) 294', 'Shipping 2500'])
  const after = changed(before, [orderLine(149_95, 1), before.lines[1]!], {
    ...NOTHING_REFUNDED,
    shipping: true,
  })
  // On the other item alone: 5 and 6 % of 116.62.
  expect(after.difference).toBe(116_62 + 5_83 + 7_00)
  expect(after.adjustments.map(({ tax }) => tax?.ofShipping)).toEqual(
    before.adjustments.map(({ tax }) => tax?.ofShipping),
  )
})

test('refunded shipping keeps its price', () => {
  const before = charged([orderLine(50_00, 1)])
  const dearer = { ...TARIFF, shipping: cents(40_00) }
  const old = { ...before, adjustments: charged(before.lines, dearer).adjustments }
  const after = changed(
    old,
    [orderLine(60_00, 1)],
    { ...NOTHING_REFUNDED, shipping: true },
    { tariff: dearer },
  )
  expect(after.adjustments.find(({ kind }) => kind === 'shipping')?.amount).toBe(40_00)
  expect(after.difference).toBe(10_00 + 50 + 60)
})

test('refunded units keep the taxes that they were refunded with, even where those are no longer due', () => {
  const before = charged([orderLine(50_00, 2)])
  expect(amounts(before)).toEqual(['GST (5%) 625', 'PST (6%) 750', 'Shipping 2500'])
  const refunded = { ...NOTHING_REFUNDED, units: new Map([[0, firstUnits(1)]]) }
  const moved = changed(before, [...before.lines], refunded, { to: HALIFAX })
  expect(amounts(moved)).toEqual(['GST (5%) 625', 'Shipping 2500', 'PST (6%) 300'])
  expect(moved.difference).toBe(-4_50)
  const abroad = changed(before, [...before.lines], refunded, { to: LYON })
  expect(amounts(abroad)).toEqual(['Shipping 2500', 'GST (5%) 250', 'PST (6%) 300'])
  expect(abroad.difference).toBe(-(1_25 + 2_50) - (1_50 + 3_00))
})

test('a tax that prices contain is kept in the same way', () => {
  const tariff = { ...TARIFF, pricesIncludeTax: true }
  const before = charged([orderLine(50_00, 2)], tariff)
  const contained = ({ adjustments }: Pick<OrderContent, 'adjustments'>) =>
    adjustments.flatMap(({ label, tax }) => (tax ? [`${labelText(label, words)} ${tax.contained}`] : []))
  expect(contained(before)).toEqual(['GST (5%) 563', 'PST (6%) 676'])
  const refunded = { ...NOTHING_REFUNDED, units: new Map([[0, firstUnits(1)]]) }
  const abroad = changed(before, [...before.lines], refunded, { to: LYON, tariff })
  expect(abroad.difference).toBe(0)
  expect(contained(abroad)).toEqual(['GST (5%) 225', 'PST (6%) 271'])
})

test('another change afterwards is charged at the same rates as before', () => {
  const flat: Tariff = {
    taxes: [{ label: 'Tax', milliPercent: 2_000, within: null }],
    shipping: cents(25_00),
  }
  const before = charged([orderLine(9_99, 3), orderLine(33_35, 1)], flat)
  const refunded = { ...NOTHING_REFUNDED, units: new Map([[0, firstUnits(2)]]), shipping: true }
  let order: SharedContent = before
  for (const price of [10_01, 77_77, 1, 33_35]) {
    const lines = [before.lines[0]!, orderLine(price, 1)]
    order = changed(order, lines, refunded, { tariff: flat })
  }
  expect(total(order)).toBe(total(before))
})

/** A kind that does not exist yet. */
const LATER = 'voucher' as AdjustmentKind

describe.each([...ADJUSTMENT_KINDS, LATER])('refunded units keep their share of an amount: %s', (kind) => {
  const lines = [orderLine(33_33, 3), orderLine(19_99, 1)]
  const refunded = { ...NOTHING_REFUNDED, units: new Map([[0, [0, 2]]]), shipping: true }
  const adjustment = (amount: number): Adjustment => ({
    kind,
    label: { kind: 'own', name: 'It' },
    amount: signedCents(amount),
    linePosition: 0,
  })
  const ofRefunded = (content: SharedContent) => {
    const [all, open] = [orderParts(content), orderParts(content, refunded)]
    return all.map(({ kind: part, lines: own, shipping }, at) => {
      const left = open[at]!
      const gone = own.map((sums, line) => sums.at(-1)! - left.lines[line]!.at(-1)!)
      return [part, gone, shipping - left.shipping]
    })
  }

  test.each([
    ['a deduction that becomes less', -7_01, -1_00],
    ['a deduction that goes away', -7_01, null],
    ['a deduction that is new', null, -7_01],
    ['a charge that becomes more', 7_01, 12_03],
    ['a charge that goes away', 7_01, null],
  ])('%s', (_what, was, willBe) => {
    const amountsOf = (amount: number | null) => (amount === null ? [] : [adjustment(amount)])
    const shares = divideOrder({ lines, adjustments: amountsOf(was) })
    const before = { lines, adjustments: amountsOf(was), shares }
    const { adjustments, prices } = withoutWaivers(before, refunded)
    const kept = keepRefunded(adjustments, { lines, adjustments: amountsOf(willBe) }, refunded)
    const after = dividedAgain({ lines, adjustments: kept, prices })
    expect(addUp(after, after.shares)).toBe(true)
    const inBoth = (content: SharedContent) =>
      ofRefunded(content).filter(([part]) => part !== rulesOf(kind).part || part === 'items')
    const own = (content: SharedContent) =>
      ofRefunded(content).filter(([part]) => part === rulesOf(kind).part)
    expect(inBoth(after)).toEqual(inBoth(before))
    if (was !== null) expect(own(after)).toEqual(own(before))
  })
})
