import { describe, expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/pricing.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { toProductId } from '#domain/ids.ts'
import { orderLine } from '#test/support/order-line.ts'
import { firstUnits } from '#test/support/refunded-order.ts'
import { addCents, cents, signedCents } from '#domain/money.ts'
import type { Adjustment, AdjustmentKind } from '#domain/orders/order-total.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import { changedLines, lineToChange, type ItemChange } from './item-change.ts'
import { NOTHING_REFUNDED, type OrderContent, type SharedContent } from './order-parts.ts'
import { repriceOrder } from './reprice-order.ts'
import { waiveIncrease } from './waive-increase.ts'

const OUR_MISTAKE = { kind: 'own', name: 'Our mistake' } as const
const TARIFF: Tariff = {
  taxes: [{ label: 'Tax', milliPercent: 2_000, within: null }],
  shipping: cents(25_00),
}
const HERE = { country: 'CA', region: 'Saskatchewan', postal: 'S7K 1A1' }
const [TEE, HOODIE] = [toProductId('tee'), toProductId('hoodie')]

const allOpen = (lines: readonly OrderLine[]) => ({
  open: new Map(lines.map(({ quantity }, at) => [at, quantity])),
  unconfirmed: new Map<number, number>(),
})

const line = (changes: Partial<OrderLine> = {}) => orderLine(50_00, 2, { productId: TEE, ...changes })
const charged = (lines: OrderLine[], changed: Record<number, number> = {}): OrderContent => {
  const priced = lines.map(({ unitPrice, quantity }, at) => {
    const price = changed[at]
    return {
      price: unitPrice,
      quantity,
      ...(price !== undefined && { change: { price: cents(price), reason: 'Stall' } }),
    }
  })
  const { adjustments } = priceCart(priced, { destination: HERE, tariff: TARIFF })
  return { lines, adjustments: adjustments.map(({ milliPercent: _rate, ...one }) => one) }
}
const total = ({ lines, adjustments }: OrderContent) =>
  addCents([...lines.map(orderLinePrice), ...adjustments.map(({ amount }) => amount)])

function change(content: SharedContent, wanted: ItemChange, price = 60_00, tariff = TARIFF) {
  const old = lineToChange(content.lines, wanted, allOpen(content.lines))
  if (typeof old === 'string') throw new Error(old)
  const product = { name: 'Hoodie', price: cents(price), pictureKey: null }
  const { lines, changes } = changedLines(content, wanted, old, product)
  const terms = { from: HERE, to: HERE, tariff, refunded: NOTHING_REFUNDED }
  return repriceOrder(content, { ...terms, lines, changes })
}

describe('another item in an order', () => {
  const before = charged([line(), line({ size: 'S', quantity: 1 })])

  test('in another size costs what the first one did, even when the catalogue price has changed', () => {
    const after = change(before, { position: 0, quantity: 2, to: { productId: TEE, size: 'L', quantity: 2 } })
    expect(after.difference).toBe(0)
    expect(after.lines[0]).toMatchObject({ size: 'L', unitPrice: 50_00, quantity: 2 })
    expect(after.adjustments).toEqual(before.adjustments)
  })

  test('has its current price and tax', () => {
    const to = { productId: HOODIE, size: 'M', quantity: 1 } as const
    const after = change(before, { position: 0, quantity: 1, to })
    expect(after.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Tee', 1],
      ['Tee', 1],
      ['Hoodie', 1],
    ])
    expect(after.difference).toBe(10_20)
    expect(total(after) - total(before)).toBe(10_20)
  })

  test('keeps the rate that the order was charged, when the tariff has changed since', () => {
    const tariff = { ...TARIFF, taxes: [{ label: 'Tax', milliPercent: 4_000, within: null }] }
    const to = { productId: HOODIE, size: 'M', quantity: 1 } as const
    expect(change(before, { position: 0, quantity: 1, to }, 60_00, tariff).difference).toBe(10_20)
    const shipping = { ...TARIFF, shipping: cents(30_00) }
    expect(change(before, { position: 0, quantity: 1, to }, 60_00, shipping).difference).toBe(10_20)
  })

  test('keeps a changed price for units of the same product, and drops it for another product', () => {
    const stall = charged([line()], { 0: 40_00 })
    expect(total(stall)).toBe(80_00 + 1_60 + 25_00)
    const larger = change(stall, { position: 0, quantity: 1, to: { productId: TEE, size: 'L', quantity: 1 } })
    expect(larger.difference).toBe(0)
    expect(larger.adjustments.filter(({ kind }) => kind === 'price-change')).toEqual([
      { kind: 'price-change', label: { kind: 'own', name: 'Stall' }, amount: -10_00, linePosition: 0 },
      { kind: 'price-change', label: { kind: 'own', name: 'Stall' }, amount: -10_00, linePosition: 1 },
    ])
    const to = { productId: HOODIE, size: 'M', quantity: 1 } as const
    expect(change(stall, { position: 0, quantity: 1, to }).difference).toBe(20_40)
  })

  test('does not charge shipping that staff left out', () => {
    const free: OrderContent = {
      lines: [line()],
      adjustments: [
        { kind: 'tax', label: { kind: 'tax', name: 'Tax' }, amount: cents(2_00) },
        { kind: 'shipping', label: { kind: 'shipping' }, amount: cents(0) },
      ],
    }
    const fewer = { position: 0, quantity: 2, to: { productId: TEE, size: 'M', quantity: 1 } } as const
    expect(change(free, fewer).difference).toBe(-51_00)
  })

  describe('with an adjustment that the tariff does not produce', () => {
    const discount: Adjustment = {
      kind: 'voucher' as AdjustmentKind,
      label: { kind: 'own', name: 'Ten off' },
      amount: signedCents(-10_00),
    }
    const wrap: Adjustment = {
      kind: 'gift-wrap' as AdjustmentKind,
      label: { kind: 'own', name: 'Wrap' },
      amount: cents(5_00),
      linePosition: 0,
    }
    const discounted = { ...before, adjustments: [...before.adjustments, discount, wrap] }

    test('keeps that adjustment as it is', () => {
      const to = { productId: HOODIE, size: 'M', quantity: 1 } as const
      const after = change(discounted, { position: 0, quantity: 1, to })
      expect(after.adjustments).toEqual(expect.arrayContaining([discount, wrap]))
      expect(after.difference).toBe(10_20)
      expect(total(after) - total(discounted)).toBe(10_20)
    })

    test('keeps that adjustment in another size, at no difference', () => {
      const to = { productId: TEE, size: 'L', quantity: 2 } as const
      const after = change(discounted, { position: 0, quantity: 2, to })
      expect(after.difference).toBe(0)
      expect(total(after)).toBe(total(discounted))
    })

    test('never costs less than nothing', () => {
      const lines = [line({ quantity: 1 })]
      const free = { ...charged(lines), lines }
      const whole = { ...discount, amount: signedCents(-total(free)) }
      const given = { ...free, adjustments: [...free.adjustments, whole] }
      const to = { productId: HOODIE, size: 'M', quantity: 1 } as const
      const after = change(given, { position: 0, quantity: 1, to }, 1_00)
      expect(after.difference).toBe(0)
      expect(total(after)).toBe(0)
    })
  })

  test('an increase that was waived is charged again before anything is refunded', () => {
    const to = { productId: HOODIE, size: 'M', quantity: 2 } as const
    const dearer = change(before, { position: 0, quantity: 2, to })
    const waived = waiveIncrease(dearer, 20_40, OUR_MISTAKE, NOTHING_REFUNDED)
    expect(total(waived)).toBe(total(before))
    const back = { productId: TEE, size: 'M', quantity: 2 } as const
    const again = change(waived, { position: 0, quantity: 2, to: back }, 45_00)
    expect(again.difference).toBe(-10_20)
    expect(again.adjustments.map(({ kind }) => kind)).toEqual(['tax', 'shipping'])
    expect(total(again)).toBe(total(waived) - 10_20)
  })
})

describe('another address of an order', () => {
  const tariff: Tariff = {
    taxes: [
      { label: 'GST', milliPercent: 5_000, within: { country: 'CA' } },
      { label: 'QST', milliPercent: 9_975, within: { country: 'CA', region: 'Quebec' } },
    ],
    shipping: cents(10_00),
  }
  const SASKATOON = { country: 'CA', region: 'Saskatchewan', postal: 'S7K 1A1' }
  const REGINA = { ...SASKATOON, postal: 'S4P 3Y2' }
  const MONTREAL = { country: 'CA', region: 'Quebec', postal: 'H2X 1Y4' }
  const LYON = { country: 'FR', region: '', postal: '69001' }
  const LINE = orderLine(50_00, 2)
  const ORDER = {
    lines: [LINE],
    adjustments: [
      { kind: 'tax' as const, label: { kind: 'tax' as const, name: 'GST' }, amount: signedCents(5_00) },
      { kind: 'shipping' as const, label: { kind: 'shipping' as const }, amount: signedCents(10_00) },
    ],
  }
  const moved = (order: OrderContent, to: typeof LYON, refunded = NOTHING_REFUNDED) =>
    repriceOrder(order, { from: SASKATOON, to, tariff, refunded, lines: order.lines, changes: [] })
  const at = (to: typeof LYON, refunded = NOTHING_REFUNDED) => moved(ORDER, to, refunded)

  test('an address with other taxes costs the difference', () => {
    expect(at(MONTREAL).difference).toBe(9_98)
    expect(at(LYON)).toMatchObject({ adjustments: [ORDER.adjustments[1]], difference: -5_00 })
  })

  test('an address with the same taxes and shipping keeps those of the order, whatever the tariff is now', () => {
    const old = { ...ORDER, adjustments: [{ ...ORDER.adjustments[0]!, amount: signedCents(7_00) }] }
    const price = moved(old, REGINA)
    expect(price).toMatchObject({ adjustments: old.adjustments, difference: 0 })
  })

  test('the tax of refunded items is not returned a second time', () => {
    expect(at(LYON, { ...NOTHING_REFUNDED, units: new Map([[0, firstUnits(1)]]) }).difference).toBe(-2_50)
    expect(
      at(LYON, { ...NOTHING_REFUNDED, units: new Map([[0, firstUnits(2)]]), shipping: true }).difference,
    ).toBe(0)
  })
})

test.each<[string, Partial<ItemChange>, number, number]>([
  ['unknown-line', { position: 3 }, 2, 0],
  ['unknown-line', { quantity: 3 }, 2, 0],
  ['units-not-open', {}, 1, 0],
  ['units-not-open', { quantity: 1 }, 0, 0],
  ['line-refund-unconfirmed', {}, 2, 1],
  ['same-item', { to: { productId: TEE, size: 'M', quantity: 2 } }, 2, 0],
])('a change is refused as %s', (kind, wanted, open, unconfirmed) => {
  const asked = {
    position: 0,
    quantity: 2,
    to: { productId: TEE, size: 'L', quantity: 2 } as const,
    ...wanted,
  }
  const units = { open: new Map([[0, open]]), unconfirmed: new Map([[0, unconfirmed]]) }
  expect(lineToChange([line()], asked, units)).toBe(kind)
})

/** Numbers that look random and are the same in every run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'after any changes the difference is that of the totals, to the cent (walk %i)',
  (seed) => {
    const roll = dice(seed + 1)
    let content: SharedContent = charged([
      line({ unitPrice: cents(1_00 + roll(9_999)) }),
      line({ quantity: 3 }),
    ])
    let paid: number = total(content)
    for (let step = 0; step < 25; step += 1) {
      const position = roll(content.lines.length)
      const quantity = 1 + roll(content.lines[position]?.quantity ?? 1)
      const to = {
        productId: [TEE, HOODIE][roll(2)] ?? TEE,
        size: (['S', 'M', 'L'] as const)[roll(3)] ?? 'M',
        quantity: 1 + roll(4),
      }
      const asked = { position, quantity, to }
      if (typeof lineToChange(content.lines, asked, allOpen(content.lines)) === 'string') continue
      const after = change(content, { position, quantity, to }, 1 + roll(20_000))
      const isWaived = after.difference > 0 && roll(2) === 0
      content = isWaived ? waiveIncrease(after, after.difference, OUR_MISTAKE, NOTHING_REFUNDED) : after
      paid += isWaived ? 0 : after.difference
      expect(total(content)).toBe(paid)
      expect(signedCents(paid)).toBeGreaterThanOrEqual(0)
    }
  },
)
