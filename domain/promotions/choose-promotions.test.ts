import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { payWithCards } from '#domain/gift-cards/gift-card.ts'
import { toPaymentId, toProductId, type PaymentId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { addUp, divideOrder } from '#domain/orders/unit-shares.ts'
import { NOTHING_REFUNDED } from '#domain/refunds/order-parts.ts'
import { paymentsInTurn } from '#domain/refunds/counted-money.ts'
import { leftToRefund, shareRefund, type RefundShare } from '#domain/refunds/refund.ts'
import { chooseAll, offerRefund, priceChoice } from '#domain/refunds/refund-price.ts'
import { orderLine } from '#test/support/order-line.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import { refundedToo } from '#test/support/refunded-order.ts'
import { choosePromotions, type TakenOff } from './choose-promotions.ts'
import type { PromotedCart, PromotedLine } from './conditions.ts'
import { classOf, combine, type Effect, type Promotion } from './promotion.ts'

/** How many random carts; a longer run has 100,000. */
const CARTS = Number(process.env['PROMOTED_CARTS'] ?? 3_000)

const line = (
  productId: string,
  price: number,
  quantity = 1,
  more: { category?: string; isReduced?: boolean } = {},
) => ({
  productId,
  size: 'M',
  category: 'T-Shirts',
  price: cents(price),
  quantity,
  ...more,
})
const cart = (lines: PromotedLine[], shipping = 25_00): PromotedCart => ({
  lines,
  shipping: { amount: shipping, method: 'standard' },
  country: 'CA',
})
const offOf = (taken: readonly TakenOff[]) =>
  taken.reduce((sum, one) => sum + one.shipping + one.lines.reduce((all, off) => all + off, 0), 0)
const off = (promotions: Promotion[], lines: PromotedLine[], shipping?: number) =>
  choosePromotions(promotions, cart(lines, shipping)).map((one) => ({
    id: one.promotion.id,
    lines: one.lines,
    shipping: one.shipping,
  }))
const only = (...products: string[]) => ({ products, categories: [] })
const percent = (milliPercent: number, items = ALL): Effect => ({ kind: 'percent', milliPercent, items })
const amount = (off: number, items = ALL): Effect => ({ kind: 'amount', amount: cents(off), items })

describe('takes off', () => {
  test('a percentage of the order, rounded once, with no cent lost between the lines', () => {
    const lines = [line('a', 3_33), line('b', 3_33), line('c', 3_33)]
    expect(off([promotion('p', percent(10_000))], lines)).toEqual([
      { id: 'p', lines: [34, 33, 33], shipping: 0 },
    ])
  })

  test('a fixed amount, spread by largest remainder with no cent lost', () => {
    const lines = [line('a', 10_00), line('b', 5_00), line('c', 5_01)]
    const [taken] = off([promotion('p', amount(10_00))], lines)
    expect(taken?.lines).toEqual([5_00, 2_50, 2_50])
  })

  test('an amount off each piece of the chosen items, and never more than a piece costs', () => {
    const lines = [line('a', 30_00, 2), line('b', 3_00, 2), line('c', 90_00)]
    const [taken] = off([promotion('p', amount(5_00, only('a', 'b')))], lines)
    expect(taken?.lines).toEqual([10_00, 6_00, 0])
  })

  test('never more than the order costs', () => {
    expect(off([promotion('p', amount(500_00))], [line('a', 30_00, 2)])[0]?.lines).toEqual([60_00])
  })

  test('the cheapest of three pieces, twice of seven', () => {
    const effect: Effect = {
      kind: 'buy-get',
      buy: { items: ALL, quantity: 2 },
      get: { items: ALL, quantity: 1 },
      milliPercent: 100_000,
      mostTimes: null,
    }
    const lines = [line('a', 40_00, 3), line('b', 20_00, 3), line('c', 90_00)]
    expect(off([promotion('p', effect)], lines)[0]?.lines).toEqual([0, 40_00, 0])
  })

  test('a piece that another one is bought for, only as often as both are there', () => {
    const effect: Effect = {
      kind: 'buy-get',
      buy: { items: only('hoodie'), quantity: 1 },
      get: { items: only('cap'), quantity: 1 },
      milliPercent: 50_000,
      mostTimes: null,
    }
    const lines = [line('hoodie', 118_00, 2), line('cap', 30_01, 5)]
    expect(off([promotion('p', effect)], lines)[0]?.lines).toEqual([0, 30_02])
    expect(off([promotion('p', { ...effect, mostTimes: 1 })], lines)[0]?.lines).toEqual([0, 15_01])
    expect(off([promotion('p', effect)], [line('cap', 30_00, 5)])).toEqual([])
  })

  test('what a bundle saves, of the dearest pieces, as often as its pieces are there', () => {
    const parts = [
      { items: only('hoodie'), quantity: 1 },
      { items: only('tee', 'cap'), quantity: 2 },
    ]
    const effect: Effect = { kind: 'bundle', parts, price: cents(150_00) }
    const lines = [line('hoodie', 118_00, 2), line('tee', 40_00, 3), line('cap', 30_00)]
    // 118 + 40 + 40 and 118 + 40 + 30.
    expect(offOf(choosePromotions([promotion('p', effect)], cart(lines)))).toBe(48_00 + 38_00)
  })

  test('the percentage of the highest step that the cart reaches', () => {
    const steps = [
      { from: cents(100_00), milliPercent: 5_000 },
      { from: cents(200_00), milliPercent: 10_000 },
    ]
    const effect: Effect = { kind: 'steps', steps }
    const of = (price: number) => off([promotion('p', effect)], [line('a', price)])[0]?.lines
    expect([of(99_99), of(100_00), of(200_00)]).toEqual([undefined, [5_00], [20_00]])
  })

  test('shipping, in whole or in part, of the methods that it is for', () => {
    const free: Effect = { kind: 'shipping', off: null, methods: [] }
    expect(off([promotion('p', free)], [line('a', 10_00)])[0]?.shipping).toBe(25_00)
    expect(off([promotion('p', { ...free, off: cents(10_00) })], [line('a', 10_00)])[0]?.shipping).toBe(10_00)
    expect(off([promotion('p', { ...free, methods: ['express'] })], [line('a', 10_00)])).toEqual([])
  })

  test('nothing off what it leaves out: products, categories and reduced ones', () => {
    const without = { items: { products: ['b'], categories: ['Pants'] }, reduced: true }
    const lines = [
      line('a', 10_00),
      line('b', 10_00),
      line('c', 10_00, 1, { category: 'Pants' }),
      line('d', 10_00, 1, { isReduced: true }),
    ]
    expect(off([promotion('p', percent(50_000), { conditions: { without } })], lines)[0]?.lines).toEqual([
      5_00, 0, 0, 0,
    ])
  })
})

describe('of several promotions', () => {
  test('that do not combine, the shopper gets the one that takes off most', () => {
    const both = [promotion('a', percent(10_000)), promotion('b', amount(15_00))]
    expect(off(both, [line('x', 100_00)]).map(({ id }) => id)).toEqual(['b'])
    expect(off(both, [line('x', 200_00)]).map(({ id }) => id)).toEqual(['a'])
  })

  test('it takes both sides to combine', () => {
    const order = promotion('a', percent(10_000), { combinesWith: ['shipping'] })
    const free: Effect = { kind: 'shipping', off: null, methods: [] }
    const ids = (shipping: Promotion) => off([order, shipping], [line('x', 400_00)]).map(({ id }) => id)
    expect(ids(promotion('s', free))).toEqual(['a'])
    expect(ids(promotion('s', free, { combinesWith: ['order'] }))).toEqual(['a', 's'])
  })

  test('for products, each piece has the best, and two only where they combine', () => {
    const [tees, all] = [percent(20_000, only('tee')), percent(10_000, only('tee', 'cap'))]
    const lines = [line('tee', 100_00), line('cap', 50_00)]
    expect(offOf(choosePromotions([promotion('a', tees), promotion('b', all)], cart(lines)))).toBe(25_00)
    const combined = [
      promotion('a', tees, { combinesWith: ['product'] }),
      promotion('b', all, { combinesWith: ['product'] }),
    ]
    expect(offOf(choosePromotions(combined, cart(lines)))).toBe(20_00 + 8_00 + 5_00)
  })

  test('a piece is in one bundle or offer of free pieces at most', () => {
    const bundle: Effect = {
      kind: 'bundle',
      parts: [{ items: only('tee'), quantity: 2 }],
      price: cents(50_00),
    }
    const free: Effect = {
      kind: 'buy-get',
      buy: { items: only('tee'), quantity: 1 },
      get: { items: only('tee'), quantity: 1 },
      milliPercent: 100_000,
      mostTimes: 1,
    }
    const taken = choosePromotions(
      [promotion('a', bundle), promotion('b', free)],
      cart([line('tee', 40_00, 4)]),
    )
    expect(taken.map(({ promotion: { id }, lines }) => [id, lines]).toSorted()).toEqual([
      ['a', [30_00]],
      ['b', [40_00]],
    ])
  })
})

describe('the faults that other shops were reported for:', () => {
  const lines = [line('a', 33_33, 3), line('b', 10_01)]
  const terms = (promotions: Promotion[]) => ({
    destination: { country: 'CA', region: 'Saskatchewan', postal: 'S7K 1A1' },
    tariff: TARIFF,
    promote: (of: PromotedCart) => choosePromotions(promotions, of),
  })

  test('a discount above the line: no line costs less than nothing', () => {
    const totals = priceCart(lines, terms([promotion('p', amount(10_000_00))]))
    expect(totals.total).toBe(25_00)
    expect(
      totals.adjustments.filter(({ kind }) => kind === 'discount').map(({ amount: one }) => one),
    ).toEqual([-99_99, -10_01])
  })

  test('applied twice after a cart edit: pricing a cart again changes nothing', () => {
    const promotions = [promotion('p', percent(10_000))]
    const first = priceCart(lines, terms(promotions))
    expect(priceCart(lines, terms(promotions))).toEqual(first)
    expect(priceCart(lines, terms([...promotions, ...promotions]))).toEqual(first)
  })

  test('the wrong base for tax: tax is on what is left', () => {
    const totals = priceCart([line('a', 100_00)], terms([promotion('p', percent(25_000))]))
    expect(totals.adjustments.find(({ kind }) => kind === 'tax')?.amount).toBe(1_50)
    expect(totals.total).toBe(75_00 + 1_50 + 25_00)
  })

  test('tax of shipping that is taken off: shipping’s tax goes with shipping', () => {
    const tax = { label: 'HST', milliPercent: 13_000, within: null, kind: 'hst', onShipping: true } as const
    const free = promotion('p', { kind: 'shipping', off: null, methods: [] })
    const totals = priceCart([line('a', 100_00)], {
      ...terms([free]),
      tariff: { ...TARIFF, taxes: [tax] },
    })
    expect(totals.total).toBe(113_00)
  })

  test('percentages that do not add up over lines: their sum is the percentage of the order', () => {
    const totals = priceCart(lines, terms([promotion('p', percent(12_500))]))
    const discounts = totals.adjustments.filter(({ kind }) => kind === 'discount')
    expect(discounts.reduce((sum, one) => sum + one.amount, 0)).toBe(-Math.round(11_000 * 0.125))
  })

  test('a removed line that keeps its share: the cart without it costs what it would have cost', () => {
    const promotions = [promotion('p', amount(20_00))]
    const totals = priceCart([lines[0]!], terms(promotions))
    expect(totals.total).toBe(99_99 - 20_00 + 1_60 + 25_00)
  })

  test('refunds that ignore the share: a refund of a line returns what it cost', () => {
    const { adjustments, total } = priceCart(lines, terms([promotion('p', percent(50_000))]))
    const ordered = lines.map(({ price, quantity, productId }) =>
      orderLine(price, quantity, { productId: toProductId(productId) }),
    )
    const offer = offerRefund({ lines: ordered, adjustments, shipments: [] }, NOTHING_REFUNDED, total)
    const choice = { items: [{ position: 1, quantity: 1, sent: 0 }], shipping: false }
    expect(priceChoice(offer, choice)).toMatchObject({ whole: 5_01 + 10 })
  })
})

const PRODUCTS = ['p0', 'p1', 'p2', 'p3']
const CATEGORIES = ['T-Shirts', 'Hoodies']
const items = fc.record({
  products: fc.subarray(PRODUCTS, { maxLength: 2 }),
  categories: fc.subarray(CATEGORIES, { maxLength: 1 }),
})
const pieces = fc.record({ items, quantity: fc.integer({ min: 1, max: 3 }) })
const money = fc.integer({ min: 1, max: 150_00 }).map(cents)
const rate = fc.integer({ min: 1, max: 100_000 })
const effect: fc.Arbitrary<Effect> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), milliPercent: rate, items }),
  fc.record({ kind: fc.constant('amount' as const), amount: money, items }),
  fc.record({
    kind: fc.constant('steps' as const),
    steps: fc.array(fc.record({ from: money, milliPercent: rate }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('shipping' as const), off: fc.option(money), methods: fc.constant([]) }),
  fc.record({
    kind: fc.constant('buy-get' as const),
    buy: pieces,
    get: pieces,
    milliPercent: rate,
    mostTimes: fc.option(fc.integer({ min: 1, max: 3 })),
  }),
  fc.record({
    kind: fc.constant('bundle' as const),
    parts: fc.array(pieces, { minLength: 1, maxLength: 2 }),
    price: money,
  }),
)
const promotions = fc
  .array(
    fc.record({
      effect,
      combinesWith: fc.subarray(['order', 'product', 'shipping'] as const),
      reduced: fc.boolean(),
      leastAmount: fc.option(money),
    }),
    { maxLength: 5 },
  )
  .map((all) =>
    all.map(({ effect: one, combinesWith, reduced, leastAmount }, at) =>
      promotion(`promotion-${at}`, one, {
        combinesWith,
        conditions: { leastAmount, without: { items: { products: [], categories: [] }, reduced } },
      }),
    ),
  )
const lines = fc.uniqueArray(
  fc.record({
    productId: fc.constantFrom(...PRODUCTS),
    size: fc.constantFrom('S', 'M'),
    category: fc.constantFrom(...CATEGORIES),
    price: fc.integer({ min: 0, max: 300_00 }).map(cents),
    quantity: fc.integer({ min: 1, max: 5 }),
    isReduced: fc.boolean(),
    taxFree: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5, selector: ({ productId, size }) => `${productId} ${size}` },
)

test(
  'random carts and promotions: never below zero, only what is allowed, at least the best one alone, in any order',
  { timeout: 600_000 },
  () => {
    fc.assert(
      fc.property(
        lines,
        promotions,
        fc.integer({ min: 0, max: 60_00 }),
        fc.infiniteStream(fc.nat()),
        (own, all, shipping, shuffle) => {
          const taken = choosePromotions(all, cart(own, shipping))
          for (const [at, { price, quantity }] of own.entries()) {
            const offs = taken.map((one) => one.lines[at]!)
            const isWrong = offs.some((one) => one < 0 || !Number.isSafeInteger(one))
            if (isWrong || offs.reduce((sum, one) => sum + one, 0) > price * quantity)
              expect(taken).toBeNull()
          }
          expect(taken.reduce((sum, one) => sum + one.shipping, 0)).toBeLessThanOrEqual(shipping)
          for (const { promotion: one } of taken)
            for (const { promotion: other } of taken)
              if (one !== other && !combine(one, other))
                expect([classOf(one), classOf(other)]).toEqual(['product', 'product'])
          const best = Math.max(0, ...all.map((one) => offOf(choosePromotions([one], cart(own, shipping)))))
          // Of several, each percentage is rounded once.
          expect(offOf(taken)).toBeGreaterThanOrEqual(best - all.length)
          const mixed = <T>(some: readonly T[]) =>
            some
              .map((one) => ({ one, key: shuffle.next().value }))
              .toSorted((a, b) => a.key! - b.key!)
              .map(({ one }) => one)
          const [otherLines, otherPromotions] = [mixed(own), mixed(all)]
          const again = choosePromotions(otherPromotions, cart(otherLines, shipping))
          const perLine = (from: readonly TakenOff[], of: typeof own) =>
            from.map(({ promotion: { id }, lines: offs, shipping: rest }) => [
              id,
              rest,
              of.map(({ productId, size }, at) => `${productId} ${size} ${offs[at]}`).toSorted(),
            ])
          expect(perLine(again, otherLines)).toEqual(perLine(taken, own))
        },
      ),
      { numRuns: CARTS },
    )
  },
)

const balances = fc.array(
  fc.integer({ min: 0, max: 400_00 }).map((balance) => ({ balance: cents(balance) })),
  { maxLength: 3 },
)

/** Payments, the first of them by a bank card and the others by gift cards, and what of each was given back. */
class ReturnedMoney {
  readonly #payments: { id: PaymentId; kind: 'card' | 'gift-card'; amount: Cents; received: Cents }[]
  readonly #refunds: (RefundShare & { state: 'done'; source: 'staff' })[] = []

  constructor(received: readonly Cents[]) {
    this.#payments = received.map((amount, at) => ({
      id: toPaymentId(String(at)),
      kind: at === 0 ? 'card' : 'gift-card',
      amount,
      received: amount,
    }))
  }

  /** The amount, which is there, and of which the bank card gets what it can. */
  giveBack(amount: number): number {
    const [ofCard] = this.left()
    const inTurn = paymentsInTurn(this.#payments.toReversed(), this.#refunds, false)
    const shares = shareRefund(amount, inTurn, this.#refunds)
    const toCard = shares.find(({ paymentId }) => paymentId === this.#payments[0]!.id)?.amount ?? 0
    expect(toCard).toBe(Math.min(ofCard!, amount))
    expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(amount)
    for (const share of shares) this.#refunds.push({ ...share, state: 'done', source: 'staff' })
    return amount
  }

  left(): number[] {
    return this.#payments.map(({ id, received }) =>
      leftToRefund(
        received,
        this.#refunds.filter(({ paymentId }) => paymentId === id),
      ),
    )
  }
}

test(
  'random carts: lines and adjustments are the total, which gift cards and the gateway pay, shares add up, refunds in any steps end at nothing, bank card first',
  { timeout: 600_000 },
  () => {
    fc.assert(
      fc.property(
        lines,
        promotions,
        balances,
        fc.array(fc.nat({ max: 4 }), { maxLength: 12 }),
        (own, all, cards, steps) => {
          const { subtotal, adjustments, total } = priceCart(own, {
            destination: null,
            tariff: TARIFF,
            promote: (of) => choosePromotions(all, of),
          })
          expect(adjustments.reduce((sum, { amount: one }) => sum + one, Number(subtotal))).toBe(total)
          const { paid, rest: charged } = payWithCards(total, cards, cents(50))
          expect(paid.reduce((sum, one) => sum + one, Number(charged))).toBe(total)
          const money = new ReturnedMoney([charged, ...paid])
          const ordered = own.map(({ price, quantity, productId, taxFree }) =>
            orderLine(price, quantity, { productId: toProductId(productId), taxFree }),
          )
          const content = { lines: ordered, adjustments }
          const shares = divideOrder(content)
          expect(addUp(content, shares)).toBe(true)
          const offer = offerRefund({ ...content, shipments: [] }, NOTHING_REFUNDED, total)
          const back = priceChoice(offer, chooseAll(offer))
          if (total > 0 && subtotal > 0) expect(back).toMatchObject({ whole: total })
          let [refunded, left] = [NOTHING_REFUNDED, Number(total)]
          for (const step of steps) {
            const choice = { items: [{ position: step % own.length, quantity: 1 }], shipping: false }
            const rest = offerRefund({ ...content, shipments: [] }, refunded, cents(left))
            const one = priceChoice(rest, choice)
            if (one.kind === 'too-many-units') continue
            if (one.kind === 'priced') left -= money.giveBack(one.amount)
            refunded = refundedToo(refunded, choice)
          }
          const rest = offerRefund({ ...content, shipments: [] }, refunded, cents(left))
          const end = priceChoice(rest, chooseAll(rest))
          expect(end.kind === 'priced' ? end.amount : 0).toBe(left)
          money.giveBack(left)
          expect(money.left()).toEqual([charged, ...paid].map(() => 0))
        },
      ),
      { numRuns: CARTS },
    )
  },
)
