import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CANADA_TAXES } from '#domain/checkout/taxes/canada.ts'
import { registrationOf } from '#domain/checkout/taxes/tax-table.ts'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { priceCart, type PricedLine } from '#domain/checkout/pricing.ts'
import {
  DEFAULT_SHIPPING,
  EVERYWHERE,
  type ShippingMethod,
  type ShippingTariff,
} from '#domain/checkout/shipping/shipping-tariff.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { toOrderId, toProductId } from '#domain/ids.ts'
import { orderLine } from '#test/support/order-line.ts'
import { refundedToo, remainingParts } from '#test/support/refunded-order.ts'
import { cents } from '#domain/money.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import { REGIONS } from '#domain/places/regions.ts'
import { NOTHING_REFUNDED } from '#domain/refunds/order-parts.ts'
import { offerRefund, priceChoice, type RefundChoice } from '#domain/refunds/refund-price.ts'
import { splitRefund } from '#domain/refunds/refund-split.ts'
import { TAX, taxTariff } from '#domain/settings/tax.ts'
import { addDays } from '#domain/shop-day.ts'
import { toIntentParams } from './stripe-intents.ts'
import { toRefundParams } from './stripe-refunds-and-disputes.ts'

const CARTS = 100_000

type Random = (below: number) => number

/** Canada's table on any day since 2008, with any registrations, or one rate everywhere. */
const taxes = fc
  .record({
    day: fc.integer({ min: 0, max: 7_000 }).map((days) => addDays('2008-01-01', days)),
    registrations: fc.subarray([...new Set(CANADA_TAXES.map(registrationOf))]),
    mode: fc.constantFrom('flat' as const, 'by-destination' as const, 'by-destination' as const),
    pricesIncludeTax: fc.boolean(),
  })
  .map(({ day, ...setting }) => taxTariff({ ...TAX.fallback, ...setting }, day))

const method = fc
  .record({
    kind: fc.constantFrom('delivery' as const, 'delivery' as const, 'pickup' as const),
    by: fc.constantFrom('weight' as const, 'subtotal' as const),
    limit: fc.option(fc.integer({ min: 1, max: 9_000 })),
    prices: fc.tuple(fc.integer({ min: 0, max: 90_00 }), fc.integer({ min: 0, max: 90_00 })),
    freeFrom: fc.option(fc.integer({ min: 0, max: 900_00 }).map(cents)),
  })
  .map(({ kind, by, limit, prices, freeFrom }): Omit<ShippingMethod, 'id' | 'name'> => {
    const steps = [
      ...(limit === null ? [] : [{ upTo: limit, price: cents(prices[0]) }]),
      { upTo: null, price: cents(prices[1]) },
    ]
    return { kind, by, leastDays: 1, mostDays: 9, steps: kind === 'pickup' ? [] : steps, freeFrom }
  })
const methods = fc
  .array(method, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((one, at) => ({ ...one, id: `m${at}`, name: `Method ${at}` })))
const placesIn = (country: string) => [{ country, region: '', postal: [] }]
const zones = fc
  .record({
    home: methods,
    states: methods,
    rest: methods,
    terms: fc.constantFrom('ddp' as const, 'dap' as const),
    percent: fc.integer({ min: 0, max: 60_000 }),
  })
  .map(({ home, states, rest, terms, percent }): ShippingTariff => ({
    ...DEFAULT_SHIPPING,
    zones: [
      { name: 'Home', places: placesIn('CA'), methods: home },
      { name: 'States', places: placesIn('US'), methods: states },
      { name: 'Rest', places: placesIn(EVERYWHERE), methods: rest },
    ],
    duties: [
      {
        country: 'US',
        terms,
        rates: [{ hsCode: '6109', origin: 'CN', milliPercent: 16_501 }],
        otherMilliPercent: percent,
      },
    ],
  }))

const PLACES = [
  ...REGIONS['CA']!.names.map((region) => ({ country: 'CA', region, postal: '' })),
  ...['US', 'US', 'US', 'FR', 'JP'].map((country) => ({ country, region: '', postal: '' })),
]

test(
  '100,000 random carts, destinations and tariffs: lines and adjustments are the total, the gateway is asked for exactly that, and random refunds return exactly that',
  { timeout: 240_000 },
  () => {
    const random = seeded(20_261_123)
    // Drawing a tariff takes longer than pricing a cart at it: tax tables and zones are drawn before, and combined.
    const tables = fc.sample(taxes, { numRuns: 499, seed: 1 })
    const routes = fc.sample(zones, { numRuns: 503, seed: 2 })
    const met = { duty: 0, contained: 0, taxes: 0, refunds: 0, free: 0 }
    for (let count = 0; count < CARTS; count += 1) {
      const tariff: Tariff = {
        ...tables[random(499)]!,
        shipping: cents(random(60_00)),
        ...(random(4) > 0 && { zones: routes[random(503)]! }),
      }
      const cart = Array.from({ length: 1 + random(4) }, () => drawLine(random))
      const terms = {
        destination: PLACES[random(PLACES.length)]!,
        tariff,
        choices: { ...NO_CHOICES, shippingMethod: [null, 'm0', 'm1'][random(3)] ?? null },
        freeShipping: random(8) === 0,
      }
      const { adjustments, total } = priceCart(cart, terms)
      const lines = cart.map(ordered)
      const parts = [...lines.map(orderLinePrice), ...adjustments.map(({ amount }) => amount)]
      const added = parts.reduce((sum, amount) => sum + amount, 0)
      const orderId = toOrderId(`order-${count}`)
      const asked = onTheWire(toIntentParams({ orderId, amount: total }))
      const fault = { cart, terms, adjustments, total, asked }
      if (added !== total || asked['amount'] !== String(added) || asked['currency'] !== 'cad') {
        expect(fault).toBeNull()
      }
      const returned = refundAtRandom({ lines, adjustments, total }, random)
      met.refunds += returned.refunds
      if (returned.sum !== total || returned.left !== 0) expect({ ...fault, returned }).toBeNull()
      met.free += Number(total === 0)
      met.duty += Number(adjustments.some(({ kind }) => kind === 'duty'))
      met.contained += Number(adjustments.some(({ tax }) => (tax?.contained ?? 0) > 0))
      met.taxes += Number(adjustments.filter(({ kind, amount }) => kind === 'tax' && amount > 0).length > 1)
    }
    for (const [name, times] of Object.entries(met)) {
      if (name !== 'free') expect(times, name).toBeGreaterThan(CARTS / 100)
    }
  },
)

function drawLine(random: Random): PricedLine {
  const price = cents(random(900_00))
  return {
    price,
    quantity: 1 + random(5),
    taxFree: random(3) === 0,
    weight: random(4) === 0 ? null : random(3_000),
    hsCode: ['', '610910', '620342'][random(3)]!,
    origin: ['', 'CA', 'CN'][random(3)]!,
    ...(random(6) === 0 && { change: { price: cents(random(Number(price) + 1)), reason: 'Stall' } }),
  }
}

function ordered({ price, quantity, taxFree }: PricedLine, at: number): OrderLine {
  return orderLine(price, quantity, { productId: toProductId(`p${at}`), taxFree })
}

/** Refunds units, the shipping and other sums at random, then all that is left, as the gateway is asked for it. */
function refundAtRandom(
  {
    lines,
    adjustments,
    total,
  }: { lines: OrderLine[]; adjustments: Parameters<typeof remainingParts>[0]['adjustments']; total: number },
  random: Random,
): { sum: number; left: number; refunds: number } {
  const content = { lines, adjustments, shipments: [] }
  let refunded = NOTHING_REFUNDED
  const taken: number[] = []
  let [sum, left, refunds] = [0, total, 0]
  const book = (choice: RefundChoice | null, amount: number) => {
    if (amount === 0) return
    const request = { intentId: 'pi_1', amount: cents(amount), idempotencyKey: `refund-${refunds}` }
    const split = splitRefund(remainingParts(content, refunded, taken), choice, amount)
    const charged = split.filter(({ contained }) => !contained)
    const isExact = charged.reduce((all, part) => all + part.amount, 0) === amount
    if (!isExact || split.some(({ kind }) => kind === 'beyond')) expect({ content, split }).toBeNull()
    split.forEach((part, at) => (taken[at] = (taken[at] ?? 0) + part.amount))
    sum += Number(onTheWire(toRefundParams(request))['amount'])
    left -= amount
    refunds += 1
  }
  for (let step = random(4); step > 0; step -= 1) {
    if (random(3) === 0) {
      book(null, Math.min(left, 1 + random(300_00)))
      continue
    }
    const offer = offerRefund(content, refunded, cents(left))
    const at = random(lines.length)
    const units = offer.lines[at]!.prices.length - 1
    const choice = {
      items: units === 0 ? [] : [{ position: at, quantity: 1 + random(units) }],
      shipping: random(3) === 0 && !refunded.shipping,
    }
    const priced = priceChoice(offer, choice)
    if (priced.kind !== 'priced') continue
    book(choice, priced.amount)
    refunded = refundedToo(refunded, choice)
  }
  book(null, left)
  const { parts, beyond } = remainingParts(content, refunded, taken)
  const open = total === 0 ? [] : parts
  return { sum, left: open.reduce((all, part) => all + Math.abs(part.left), left + beyond), refunds }
}

/** The fields of a request as they go to the gateway: form-encoded text. */
function onTheWire(params: object): Record<string, string> {
  const fields = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'object' ? [] : [[name, String(value)]],
  )
  return Object.fromEntries(new URLSearchParams(new URLSearchParams(fields).toString()))
}

/** Whole numbers below a limit, the same in each run. */
function seeded(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
