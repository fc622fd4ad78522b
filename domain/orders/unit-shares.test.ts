import { expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/pricing.ts'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { toProductId } from '#domain/ids.ts'
import { addCents, cents } from '#domain/money.ts'
import { orderLinePrice } from './order.ts'
import { changedLines, lineToChange } from '#domain/refunds/item-change.ts'
import { orderParts, type SharedContent } from '#domain/refunds/order-parts.ts'
import { isOfLine, repriceOrder } from '#domain/refunds/reprice-order.ts'
import { waiveIncrease } from '#domain/refunds/waive-increase.ts'
import { TAX, taxTariff } from '#domain/settings/tax.ts'
import { orderLine } from '#test/support/order-line.ts'
import { addUp, amountsOf, divideOrder, unitsOf } from './unit-shares.ts'

const PLACES = [
  { country: 'CA', region: 'Saskatchewan', postal: 'S7K 1A1' },
  { country: 'CA', region: 'Quebec', postal: 'H2X 1Y4' },
  { country: 'CA', region: 'Alberta', postal: 'T2P 1J9' },
  { country: 'US', region: 'New York', postal: '10001' },
]

const POST = {
  id: 'post',
  name: 'Post',
  kind: 'delivery',
  leastDays: 1,
  mostDays: 3,
  by: 'subtotal',
} as const
const STEPS = [
  { upTo: 100_00, price: cents(11_37) },
  { upTo: null, price: cents(17_93) },
]
const ZONES: ShippingTariff = {
  zones: [
    {
      name: 'Everywhere',
      places: [{ country: '*', region: '', postal: [] }],
      methods: [{ ...POST, steps: STEPS, freeFrom: cents(400_00) }],
    },
  ],
  defaultWeight: 0,
  pickupPlace: '',
  duties: [{ country: 'US', terms: 'ddp', rates: [], otherMilliPercent: 33_333 }],
}

test.each(Array.from({ length: 200 }, (_, seed) => seed))(
  'the shares of an order add up to each of its amounts, whatever is changed, refunded and waived: seed %i',
  (seed) => {
    const random = dice(seed)
    const tariff: Tariff = {
      ...taxTariff(
        {
          ...TAX.fallback,
          mode: random(4) === 0 ? 'flat' : 'by-destination',
          registrations: ['gst-hst CA', 'pst CA Saskatchewan', 'qst CA Quebec'],
          pricesIncludeTax: random(2) === 0,
        },
        '2026-11-27',
      ),
      shipping: cents(25_00),
      ...(random(3) > 0 && { zones: ZONES }),
    }
    let place = PLACES[random(4)]!
    const lines = Array.from({ length: 1 + random(3) }, () =>
      orderLine(random(5) === 0 ? 0 : random(90_00), 1 + random(4), {
        ...(random(4) === 0 && { taxFree: true }),
      }),
    )
    const priced = lines.map(({ unitPrice: price, quantity, taxFree = false }) => {
      const change = { price: cents(random(80_00)), reason: 'Stall' }
      return { price, quantity, taxFree, ...(random(5) === 0 && { change }) }
    })
    const freeShipping = random(5) === 0
    const { adjustments: charged } = priceCart(priced, { destination: place, tariff, freeShipping })
    const placed = { lines, adjustments: charged }
    let content: Required<SharedContent> = { ...placed, shares: divideOrder(placed) }
    const units = new Map<number, number[]>()
    let isShippingRefunded = false
    expectShares(content, 'placed')
    for (let step = 0; step < 8; step += 1) {
      const position = random(content.lines.length)
      const line = content.lines[position]!
      if (random(4) === 0) {
        const own = units.get(position) ?? []
        const free = unitsOf(content.shares, position).filter((unit) => !own.includes(unit))
        const unit = free[random(free.length)]
        if (unit === undefined) isShippingRefunded = true
        else units.set(position, [...own, unit])
        continue
      }
      const refunded = { units, sent: new Map<number, number>(), shipping: isShippingRefunded }
      const before = ofRefunded(content, units)
      const to = random(2) === 0 ? PLACES[random(4)]! : place
      const item = {
        productId: toProductId(random(2) === 0 ? 'p' : 'q'),
        size: 'L',
        quantity: 1 + random(3),
      } as const
      const wanted = { position, quantity: 1 + random(line.quantity), to: item }
      const open = new Map(
        content.lines.map(({ quantity }, at) => [at, quantity - (units.get(at)?.length ?? 0)]),
      )
      const old = to === place ? lineToChange(content.lines, wanted, { open, unconfirmed: new Map() }) : null
      if (typeof old === 'string') continue
      const product = { name: 'Q', price: cents(random(70_00)), pictureKey: null }
      const after = old
        ? changedLines(content, wanted, old, product)
        : { lines: content.lines, changes: content.adjustments.filter(isOfLine) }
      const next = repriceOrder(content, { ...after, from: place, to, tariff, refunded })
      content = next
      place = to
      expectShares(content, `step ${step}`)
      expect(ofRefunded(content, units), `step ${step}`).toEqual(before)
      if (next.difference <= 0 || random(2) === 0) continue
      content = waiveIncrease(content, next.difference, { kind: 'own', name: 'Agreed' }, refunded)
      expectShares(content, `step ${step}, waived`)
      expect(ofRefunded(content, units), `step ${step}, waived`).toEqual(before)
    }
  },
)

test('units that were never treated differently are one share, however many they are', () => {
  const lines = [orderLine(19_99, 9_999)]
  const { adjustments } = priceCart([{ price: cents(19_99), quantity: 9_999 }], {
    destination: PLACES[0]!,
    tariff: { ...taxTariff(TAX.fallback, '2026-11-27'), shipping: cents(25_00) },
  })
  const shares = divideOrder({ lines, adjustments })
  expect(shares).toHaveLength(3)
  expect(addUp({ lines, adjustments }, shares)).toBe(true)
  expect(addUp({ lines, adjustments }, shares.slice(1))).toBe(false)
})

/** What each refunded unit costs in all. */
function ofRefunded(
  { lines, adjustments, shares }: Required<SharedContent>,
  refunded: ReadonlyMap<number, readonly number[]>,
): number[] {
  const isCharged = (at: number | null) => at === null || (adjustments[at]?.tax?.contained ?? 0) === 0
  const charged = shares.filter(({ adjustment }) => isCharged(adjustment))
  return lines.flatMap((_line, at) => {
    const own = charged.filter(({ position }) => position === at)
    return amountsOf(own, refunded.get(at) ?? [])
  })
}

function expectShares(content: Required<SharedContent>, when: string): void {
  const { lines, adjustments, shares } = content
  expect(addUp(content, shares), when).toBe(true)
  const charged = orderParts(content).filter(({ contained }) => !contained)
  const amounts = charged.map(({ cost }) => cost)
  expect(Math.min(0, ...amounts), when).toBe(0)
  expect(addCents(amounts.map(cents)), when).toBe(
    addCents([...lines.map(orderLinePrice), ...adjustments.map(({ amount }) => amount)]),
  )
}

/** Whole numbers below a limit, the same for each seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
