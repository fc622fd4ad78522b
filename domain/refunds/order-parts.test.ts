import { describe, expect, test } from 'vitest'
import { orderLine } from '#test/support/order-line.ts'
import { cents, signedCents } from '#domain/money.ts'
import {
  ADJUSTMENT_KINDS,
  rulesOf,
  type Adjustment,
  type AdjustmentKind,
} from '#domain/orders/order-total.ts'
import { orderParts } from './order-parts.ts'

const LINES = [orderLine(19_99, 3), orderLine(45_00, 1)]
const SUBTOTAL = 3 * 19_99 + 45_00

/** A kind that does not exist yet. */
const LATER = 'voucher' as AdjustmentKind

describe.each([...ADJUSTMENT_KINDS, LATER])('with an adjustment of the kind %s', (kind) => {
  test.each([
    ['the whole order', undefined],
    ['a line', 1],
  ])('of %s, the parts of an order add up to its total', (_of, linePosition) => {
    const one: Adjustment = { kind, label: { kind: 'own', name: 'It' }, amount: signedCents(-7_01) }
    const adjustments = [linePosition === undefined ? one : { ...one, linePosition }]
    const parts = orderParts({ lines: LINES, adjustments })
    const amounts = parts.map(({ cost }) => cost)
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(SUBTOTAL - 7_01)
    const { part: own } = rulesOf(kind)
    const part = parts.find((one) => one.kind === own)!
    const items = own === 'items' ? SUBTOTAL : 0
    expect(part.lines.reduce((sum, sums) => sum + sums.at(-1)!, part.shipping)).toBe(items - 7_01)
  })
})

test('a discount of the whole order is shared among its items by price', () => {
  const adjustments: Adjustment[] = [
    { kind: LATER, label: { kind: 'own', name: 'Welcome' }, amount: signedCents(-10_00) },
  ]
  const [items] = orderParts({ lines: LINES, adjustments })
  expect(items).toMatchObject({ kind: 'items', shipping: 0, cost: SUBTOTAL - 10_00 })
  expect(items?.lines.map((sums) => sums.at(-1))).toEqual([3 * 19_99 - 5_71, 45_00 - 4_29])
})

test('what is waived beyond the price of the items goes with the shipping', () => {
  const adjustments: Adjustment[] = [
    { kind: 'tax', label: { kind: 'tax' }, amount: cents(20_00) },
    { kind: 'shipping', label: { kind: 'shipping' }, amount: cents(25_00) },
    {
      kind: 'price-change',
      label: { kind: 'own', name: 'Our mistake' },
      amount: signedCents(-SUBTOTAL - 9_00),
    },
  ]
  const parts = orderParts({ lines: LINES, adjustments })
  const sums = parts.map(({ kind, cost }) => [kind, cost])
  expect(sums).toEqual([
    ['items', 0],
    ['shipping', 16_00],
    ['tax', 20_00],
  ])
})
