import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { priceCart, shippingOf } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import { NOTHING_REFUNDED } from '#domain/refunds/order-parts.ts'
import { chooseAll, offerRefund, priceChoice } from '#domain/refunds/refund-price.ts'
import { toProductId } from '#domain/ids.ts'
import { orderLine } from '#test/support/order-line.ts'
import { DEFAULT_SHIPPING, EVERYWHERE, type ShippingMethod } from './shipping-tariff.ts'

const line = fc.record({
  price: fc.integer({ min: 0, max: 500_00 }).map(cents),
  quantity: fc.integer({ min: 1, max: 9 }),
  weight: fc.option(fc.integer({ min: 0, max: 5_000 })),
  hsCode: fc.constantFrom('', '610910', '620342'),
  origin: fc.constantFrom('', 'CA', 'CN'),
})
const method = fc
  .record({
    kind: fc.constantFrom('delivery' as const, 'delivery' as const, 'pickup' as const),
    by: fc.constantFrom('weight' as const, 'subtotal' as const),
    limits: fc.uniqueArray(fc.integer({ min: 1, max: 200_000 }), { maxLength: 3 }),
    isOpen: fc.boolean(),
    prices: fc.array(fc.integer({ min: 0, max: 90_00 }), { minLength: 4, maxLength: 4 }),
    freeFrom: fc.option(fc.integer({ min: 0, max: 900_00 }).map(cents)),
  })
  .map(({ kind, by, limits, isOpen, prices, freeFrom }): Omit<ShippingMethod, 'id' | 'name'> => {
    const upTo = [
      ...limits.toSorted((one, other) => one - other),
      ...(isOpen || limits.length === 0 ? [null] : []),
    ]
    const steps = upTo.map((limit, at) => ({ upTo: limit, price: cents(prices[at] ?? 0) }))
    return { kind, by, leastDays: 1, mostDays: 9, steps: kind === 'pickup' ? [] : steps, freeFrom }
  })
const methods = fc
  .array(method, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((one, at) => ({ ...one, id: `m${at}`, name: `Method ${at}` })))
const zones = fc.record({
  home: methods,
  states: methods,
  rest: fc.option(methods),
  ddp: fc.boolean(),
  percent: fc.integer({ min: 0, max: 60_000 }),
})
const destination = fc.constantFrom(
  { country: 'CA', region: 'Ontario', postal: 'M5V 2T6' },
  { country: 'CA', region: 'Saskatchewan', postal: 'S7K 1A1' },
  { country: 'US', region: 'California', postal: '90210' },
  { country: 'FR', region: '', postal: '75001' },
  null,
)

test('100,000 carts with random destinations and zones add up, and refunding everything returns all that was paid', () => {
  const placesIn = (country: string) => [{ country, region: '', postal: [] }]
  let served = 0
  // A pool of each, combined: making 100,000 of them anew takes longer than pricing them.
  const [carts, tariffs] = [
    fc.sample(fc.array(line, { minLength: 1, maxLength: 4 }), 997),
    fc.sample(zones, 1_009),
  ]
  const [places, choices] = [fc.sample(destination, 103), [null, 'm0', 'm1']]
  for (let at = 0; at < 100_000; at += 1) {
    const [lines, to] = [carts[at % 997]!, places[at % 103] ?? null]
    const { home, states, rest, ddp, percent } = tariffs[at % 1_009]!
    const shippingMethod = choices[at % 3] ?? null
    const rates = [{ hsCode: '6109', origin: 'CN', milliPercent: 16_501 }]
    const duty = {
      country: 'US',
      terms: ddp ? ('ddp' as const) : ('dap' as const),
      rates,
      otherMilliPercent: percent,
    }
    const tariff = {
      ...TARIFF,
      zones: {
        ...DEFAULT_SHIPPING,
        zones: [
          { name: 'Home', places: placesIn('CA'), methods: home },
          { name: 'States', places: placesIn('US'), methods: states },
          ...(rest === null ? [] : [{ name: 'Rest', places: placesIn(EVERYWHERE), methods: rest }]),
        ],
        duties: [duty],
      },
    }
    const terms = { destination: to, tariff, choices: { ...NO_CHOICES, shippingMethod } }
    const { offers, method: chosen } = shippingOf(lines, terms)
    const { subtotal, adjustments, total } = priceCart(lines, terms)
    const sum = adjustments.reduce((all, { amount }) => all + amount, Number(subtotal))
    const shipping = adjustments.filter(({ kind }) => kind === 'shipping')
    const duties = adjustments.filter(({ kind }) => kind === 'duty')
    const isDue = ddp && to?.country === 'US' && chosen?.kind !== 'pickup'
    const isRight =
      sum === total &&
      shipping.length === 1 &&
      shipping[0]?.amount === (chosen?.price ?? 0) &&
      (shippingMethod === null ||
        !offers.some(({ id }) => id === shippingMethod) ||
        chosen?.id === shippingMethod) &&
      (isDue || duties.length === 0) &&
      adjustments.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)
    if (!isRight) expect({ lines, tariff, to, adjustments, total }).toBeNull()
    served += Number(chosen !== null)

    const ordered = lines.map(({ price, quantity }, at) =>
      orderLine(price, quantity, { productId: toProductId(`p${at}`) }),
    )
    const offer = offerRefund({ lines: ordered, adjustments, shipments: [] }, NOTHING_REFUNDED, total)
    const all = priceChoice(offer, chooseAll(offer))
    const back = all.kind === 'priced' ? all.whole : 0
    if (subtotal > 0 && back !== total) expect({ lines, adjustments, total, back }).toBeNull()
  }
  expect(served).toBeGreaterThan(50_000)
})
