import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceCart, type PricedLine } from '#domain/checkout/pricing.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { orderLine } from '#test/support/order-line.ts'
import { refundedToo, remainingParts } from '#test/support/refunded-order.ts'
import { cents } from '#domain/money.ts'
import { TAX_KINDS, type Adjustment } from '#domain/orders/order-total.ts'
import { REGIONS } from '#domain/places/regions.ts'
import { NOTHING_REFUNDED } from '#domain/refunds/order-parts.ts'
import { chooseAll, offerRefund, priceChoice } from '#domain/refunds/refund-price.ts'
import { splitRefund } from '#domain/refunds/refund-split.ts'
import { TAX, taxTariff } from '#domain/settings/tax.ts'
import { addDays } from '#domain/shop-day.ts'
import { CANADA_TAXES } from './canada.ts'
import { standardTaxes } from './standard-taxes.ts'
import { registrationOf } from './tax-table.ts'

const lines = fc.array(
  fc.record({
    price: fc.integer({ min: 0, max: 900_00 }).map(cents),
    quantity: fc.integer({ min: 1, max: 5 }),
    taxFree: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Canada's table on any day since 2008, with any registrations. */
const canadian = fc
  .record({
    day: fc.integer({ min: 0, max: 7_000 }).map((days) => addDays('2008-01-01', days)),
    registrations: fc.subarray([...new Set(CANADA_TAXES.map(registrationOf))]),
    mode: fc.constantFrom('flat' as const, 'by-destination' as const),
    pricesIncludeTax: fc.boolean(),
    shipping: fc.integer({ min: 0, max: 60_00 }).map(cents),
  })
  .map(({ day, shipping, ...setting }): Tariff => ({
    ...taxTariff({ ...TAX.fallback, ...setting }, day),
    shipping,
  }))

/** The taxes that shops elsewhere start with, most of them in the prices, on any day of some years. */
const elsewhere = fc
  .record({
    home: fc.constantFrom('DE', 'FR', 'FI', 'CH', 'GB', 'NZ').map((country) => ({ country, region: '' })),
    isLast: fc.boolean(),
    day: fc.integer({ min: 0, max: 2_000 }).map((days) => addDays('2022-01-01', days)),
    shipping: fc.integer({ min: 0, max: 60_00 }).map(cents),
  })
  .map(({ home, isLast, day, shipping }): Tariff => {
    const usual = standardTaxes(home)
    const { id: _id, ...taxes } = (isLast ? usual.at(-1) : usual[0])!
    return { ...taxTariff({ ...TAX.fallback, mode: 'by-destination', home, ...taxes }, day), shipping }
  })

/** Arbitrary rates, unlike real ones. */
const invented = fc
  .record({
    taxes: fc.array(
      fc.record({
        label: fc.constantFrom('One', 'Two', 'Three'),
        milliPercent: fc.integer({ min: 1, max: 100_000 }),
        within: fc.constantFrom(null, { country: 'CA' }, { country: 'CA', region: 'Yukon' }),
        kind: fc.constantFrom(...TAX_KINDS),
        onShipping: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    pricesIncludeTax: fc.boolean(),
    shipping: fc.integer({ min: 0, max: 60_00 }).map(cents),
  })
  .map((tariff): Tariff => tariff)

const destinations = fc.oneof(
  fc.constantFrom(...REGIONS['CA']!.names).map((region) => ({ country: 'CA', region, postal: '' })),
  fc.constantFrom('US', 'FR', 'JP', 'DE', 'CH', 'GB').map((country) => ({ country, region: '', postal: '' })),
  fc.constant(null),
)

const carts = fc.record({
  lines,
  tariff: fc.oneof(canadian, elsewhere, invented),
  destination: destinations,
  freeShipping: fc.boolean(),
})

/** Whole numbers below a limit, the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** How much of each tax an adjustment is, charged or contained. */
const taxIn = ({ kind, amount, tax }: Adjustment): number =>
  kind === 'tax' ? amount + (tax?.contained ?? 0) : 0

const ordered = ({ price, quantity, taxFree = false }: PricedLine) => orderLine(price, quantity, { taxFree })

describe('an order of any cart, to any place, at any tariff', () => {
  test('adds up: lines and adjustments are the total, in whole cents', () => {
    // Many carts of few tariffs: drawing a tariff takes longer than pricing a cart at it.
    const tariffs = fc.sample(fc.oneof(canadian, elsewhere, invented), 1_000)
    const places = fc.sample(destinations, 100)
    const random = seeded(20_261_122)
    const drawn = <T>(from: readonly T[]) => from[random(from.length)]!
    let count = 0
    for (; count < 100_000; count += 1) {
      const cart = Array.from({ length: 1 + random(5) }, () => ({
        price: cents(random(900_00)),
        quantity: 1 + random(5),
        taxFree: random(3) === 0,
      }))
      const terms = { tariff: drawn(tariffs), destination: drawn(places), freeShipping: random(4) === 0 }
      const { subtotal, adjustments, total } = priceCart(cart, terms)
      let [goods, taxed, sum] = [0, 0, 0]
      for (const { price, quantity, taxFree } of cart) {
        goods += price * quantity
        if (!taxFree) taxed += price * quantity
      }
      let shipping = 0
      for (const { kind, amount } of adjustments) {
        sum += amount
        if (kind === 'shipping') shipping += amount
      }
      const isWhole = adjustments.every(
        (one) =>
          Number.isSafeInteger(one.amount) && taxIn(one) >= 0 && (one.tax?.ofShipping ?? 0) <= taxIn(one),
      )
      const hasNoBase = taxed === 0 && (shipping === 0 || goods > 0)
      const wrong =
        subtotal !== goods ||
        total !== goods + sum ||
        !isWhole ||
        (terms.tariff.pricesIncludeTax === true && total !== goods + shipping) ||
        (hasNoBase && adjustments.some((one) => taxIn(one) !== 0))
      if (wrong) expect({ cart, terms, subtotal, adjustments, total }).toBeNull()
    }
    expect(count).toBe(100_000)
  })

  test('leaves nothing after a refund in any steps: of the money, the lines, and each part and tax', () => {
    const step = fc.record({ at: fc.nat({ max: 5 }), sum: fc.option(fc.integer({ min: 1, max: 300_00 })) })
    const refunds = fc.record({ cart: carts, steps: fc.array(step, { maxLength: 30 }) })
    for (const { cart, steps } of fc.sample(refunds, 2_000)) {
      const { lines: priced, ...terms } = cart
      const { adjustments, total } = priceCart(priced, terms)
      const content = { lines: priced.map(ordered), adjustments, shipments: [] }
      let refunded = NOTHING_REFUNDED
      const taken: number[] = []
      let left = Number(total)
      const book = (choice: Parameters<typeof splitRefund>[1], amount: number) => {
        const split = splitRefund(remainingParts(content, refunded, taken), choice, amount)
        const charged = split.filter(({ contained }) => !contained)
        const isExact = charged.reduce((sum, one) => sum + one.amount, 0) === amount
        if (!isExact || split.some(({ kind }) => kind === 'beyond')) expect({ cart, steps, split }).toBeNull()
        split.forEach((part, at) => (taken[at] = (taken[at] ?? 0) + part.amount))
        left -= amount
      }
      const refund = (
        choose: (offer: ReturnType<typeof offerRefund>) => Parameters<typeof priceChoice>[1],
      ) => {
        const offer = offerRefund(content, refunded, cents(left))
        const choice = choose(offer)
        const outcome = priceChoice(offer, choice)
        if (outcome.kind === 'too-many-units') return
        book(choice, outcome.kind === 'priced' ? outcome.amount : 0)
        refunded = refundedToo(refunded, choice)
      }
      for (const { at, sum } of steps) {
        if (sum !== null) book(null, Math.min(sum, left))
        else
          refund(() => ({
            items: at < priced.length ? [{ position: at, quantity: 1 }] : [],
            shipping: at === 5 && !refunded.shipping,
          }))
      }
      refund((offer) => chooseAll(offer))
      book(null, left)
      const { parts } = remainingParts(content, refunded, taken)
      if (left !== 0 || parts.some((part) => part.left !== 0)) expect({ cart, steps, left, parts }).toBeNull()
    }
  })
})
