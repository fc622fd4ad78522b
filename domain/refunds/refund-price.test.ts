import { orderLine } from '#test/support/order-line.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, signedCents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { firstUnits, refundedToo } from '#test/support/refunded-order.ts'
import { NOTHING_REFUNDED } from './order-parts.ts'
import { chooseAll, offerRefund, priceChoice } from './refund-price.ts'

const tax = (amount: number): Adjustment => ({
  kind: 'tax',
  label: { kind: 'tax' },
  amount: signedCents(amount),
})
const shipping = (amount: number): Adjustment => ({
  kind: 'shipping',
  label: { kind: 'shipping' },
  amount: signedCents(amount),
})
const TWO = {
  lines: [orderLine(45_00, 2), orderLine(10_00, 1)],
  adjustments: [tax(2_00), shipping(25_00)],
  shipments: [],
}
const LEFT = cents(127_00)
const priced = (amount: number, whole = amount) =>
  expect.objectContaining({ kind: 'priced', amount, whole }) as unknown

describe('the price of a refund', () => {
  test('is the price of the chosen units, with their share of the tax', () => {
    const offer = offerRefund(TWO, NOTHING_REFUNDED, LEFT)
    expect(offer).toEqual({
      lines: [
        { position: 0, prices: [0, 45_90, 91_80], sent: 0 },
        { position: 1, prices: [0, 10_20], sent: 0 },
      ],
      shipping: 25_00,
      left: LEFT,
    })
    expect(priceChoice(offer, { items: [{ position: 0, quantity: 1 }], shipping: false })).toEqual(
      priced(45_90),
    )
    expect(priceChoice(offer, { items: [{ position: 1, quantity: 1 }], shipping: true })).toEqual(
      priced(35_20),
    )
    expect(priceChoice(offer, chooseAll(offer))).toEqual(priced(LEFT))
  })

  test('is never more than what is left of the money', () => {
    const offer = offerRefund(TWO, NOTHING_REFUNDED, cents(100_00))
    expect(priceChoice(offer, chooseAll(offer))).toEqual(priced(100_00, 127_00))
  })

  test('leaves out what was refunded before', () => {
    const offer = offerRefund(
      TWO,
      { ...NOTHING_REFUNDED, units: new Map([[0, firstUnits(1)]]), shipping: true },
      cents(56_10),
    )
    expect(chooseAll(offer)).toEqual({
      items: [
        { position: 0, quantity: 1, sent: 0 },
        { position: 1, quantity: 1, sent: 0 },
      ],
      shipping: false,
    })
    expect(priceChoice(offer, chooseAll(offer))).toEqual(priced(56_10))
    expect(priceChoice(offer, { items: [{ position: 0, quantity: 2 }], shipping: false })).toEqual({
      kind: 'too-many-units',
    })
    const twice = [
      { position: 0, quantity: 1 },
      { position: 0, quantity: 1 },
    ]
    expect(priceChoice(offer, { items: twice, shipping: false })).toEqual({ kind: 'too-many-units' })
    expect(priceChoice(offer, { items: [], shipping: true })).toEqual({ kind: 'nothing-chosen' })
  })

  test('of a unit that earlier refunds returned too often is not below zero', () => {
    const offer = offerRefund(TWO, { ...NOTHING_REFUNDED, units: new Map([[1, firstUnits(3)]]) }, LEFT)
    expect(offer.lines[1]).toEqual({ position: 1, prices: [0], sent: 0 })
  })

  test('separates sent units from unsent ones: neither can be chosen beyond its number', () => {
    const shipments = [{ units: [{ position: 0, quantity: 1 }] }]
    const offer = offerRefund({ ...TWO, shipments }, NOTHING_REFUNDED, LEFT)
    expect(offer.lines.map(({ sent }) => sent)).toEqual([1, 0])
    const choose = (...items: { position: number; quantity: number; sent?: number }[]) => {
      const price = priceChoice(offer, { items, shipping: false })
      return price.kind === 'priced' ? price.items.map(({ sent }) => sent) : price.kind
    }
    expect(choose({ position: 0, quantity: 1 })).toEqual([0])
    expect(choose({ position: 0, quantity: 2 })).toEqual([1])
    expect(choose({ position: 0, quantity: 1, sent: 1 })).toEqual([1])
    expect(choose({ position: 0, quantity: 2, sent: 2 })).toBe('too-many-units')
    expect(choose({ position: 1, quantity: 1, sent: 1 })).toBe('too-many-units')
    const returned = { ...NOTHING_REFUNDED, units: new Map([[0, firstUnits(1)]]), sent: new Map([[0, 1]]) }
    expect(offerRefund({ ...TWO, shipments }, returned, LEFT).lines[0]).toMatchObject({ sent: 0 })
  })

  test('takes an adjustment of one line from that line only', () => {
    const own: Adjustment = { ...tax(-5_00), linePosition: 1 }
    const offer = offerRefund({ ...TWO, adjustments: [...TWO.adjustments, own] }, NOTHING_REFUNDED, LEFT)
    expect(offer.lines.map(({ prices }) => prices.at(-1))).toEqual([91_80, 5_20])
  })

  test('in any number of steps adds up to exactly what was charged', () => {
    const order = fc.record({
      lines: fc.array(
        fc.record({ price: fc.integer({ min: 0, max: 500_00 }), quantity: fc.integer({ min: 1, max: 9 }) }),
        { minLength: 1, maxLength: 5 },
      ),
      milliPercent: fc.integer({ min: 0, max: 25_000 }),
      shipped: fc.integer({ min: 0, max: 50_00 }),
      steps: fc.array(fc.nat({ max: 4 }), { maxLength: 60 }),
    })
    fc.assert(
      fc.property(order, ({ lines: drawn, milliPercent, shipped, steps }) => {
        const lines = drawn.map(({ price, quantity }) => orderLine(price, quantity))
        const subtotal = drawn.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
        const adjustments = [tax(Math.round((subtotal * milliPercent) / 100_000)), shipping(shipped)]
        const total = subtotal + adjustments.reduce((sum, { amount }) => sum + amount, 0)
        let refunded = NOTHING_REFUNDED
        let left = total
        for (const step of steps) {
          const position = step % lines.length
          const offer = offerRefund({ lines, adjustments, shipments: [] }, refunded, cents(left))
          const one = priceChoice(offer, { items: [{ position, quantity: 1 }], shipping: false })
          if (one.kind === 'too-many-units') continue
          if (one.kind === 'priced') {
            expect(one.amount).toBe(one.whole)
            left -= one.amount
          }
          refunded = refundedToo(refunded, { items: [{ position, quantity: 1 }], shipping: false })
        }
        const rest = offerRefund({ lines, adjustments, shipments: [] }, refunded, cents(left))
        const all = priceChoice(rest, chooseAll(rest))
        expect(all.kind === 'priced' ? all.whole : 0).toBe(left)
      }),
    )
  })
})
