import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { findZone, servedCountries } from './find-zone.ts'
import { chosenMethod, estimatedMethods, methodsFor, weightOf } from './shipping-methods.ts'
import {
  DEFAULT_SHIPPING,
  EVERYWHERE,
  type ShippingMethod,
  type ShippingPlace,
  type ShippingTariff,
} from './shipping-tariff.ts'

const method = (id: string, more: Partial<ShippingMethod> = {}): ShippingMethod => ({
  id,
  name: id,
  kind: 'delivery',
  leastDays: 1,
  mostDays: 5,
  by: 'subtotal',
  steps: [{ upTo: null, price: cents(10_00) }],
  freeFrom: null,
  ...more,
})

const place = (country: string, region = '', postal: string[] = []): ShippingPlace => ({
  country,
  region,
  postal,
})

function tariffOf(zones: Record<string, [ShippingPlace[], ShippingMethod[]]>): ShippingTariff {
  return {
    ...DEFAULT_SHIPPING,
    zones: Object.entries(zones).map(([name, [places, methods]]) => ({ name, places, methods })),
  }
}

const to = (country: string, region = '', postal = '') => ({ country, region, postal })

describe('the zone of a destination', () => {
  const tariff = tariffOf({
    city: [[place('CA', '', ['S7', 's7k 1'])], [method('bike')]],
    centre: [[place('CA', '', ['S7K'])], [method('walk')]],
    prairie: [[place('CA', 'Saskatchewan')], [method('van')]],
    canada: [[place('CA')], [method('post')]],
    rest: [[place(EVERYWHERE)], [method('air')]],
  })

  test.each([
    [to('CA', 'Saskatchewan', 'S7K 1A1'), 'city'],
    [to('CA', 'Saskatchewan', 's7k-2b2'), 'centre'],
    [to('CA', 'Saskatchewan', 'S7L 2B2'), 'city'],
    [to('CA', 'Saskatchewan', 'S4P 3Y2'), 'prairie'],
    [to('CA', 'Ontario', 'M5V 2T6'), 'canada'],
    [to('US', 'California', 'S7K'), 'rest'],
  ])('is the most specific one: %o', (destination, zone) => {
    expect(findZone(tariff, destination)?.name).toBe(zone)
  })

  test('is missing for a destination outside all zones', () => {
    const only = tariffOf({ west: [[place('US', 'California'), place('CA')], [method('post')]] })
    expect(findZone(only, to('US', 'Texas', '73301'))).toBeNull()
    expect(findZone(only, to('FR'))).toBeNull()
    expect(methodsFor(only, to('FR'), { subtotal: cents(1), weight: 1 })).toEqual([])
    expect(servedCountries(only)).toEqual(['CA', 'US'])
  })

  test('is everywhere by default, with the 25 CAD of the specification', () => {
    expect(servedCountries(DEFAULT_SHIPPING)).toBeNull()
    fc.assert(
      fc.property(
        fc.constantFrom('CA', 'US', 'XK', 'FR'),
        fc.nat(9_999_999),
        fc.nat(99_999),
        (country, s, w) => {
          const offers = methodsFor(DEFAULT_SHIPPING, to(country), { subtotal: cents(s), weight: w })
          expect(offers).toMatchObject([{ name: 'Shipping', price: 25_00, leastDays: 7, mostDays: 14 }])
        },
      ),
    )
  })
})

describe('the methods of a zone', () => {
  const byWeight = method('parcel', {
    by: 'weight',
    steps: [
      { upTo: 500, price: cents(12_00) },
      { upTo: 2_000, price: cents(18_00) },
    ],
    freeFrom: cents(150_00),
  })
  const tariff = tariffOf({
    all: [[place(EVERYWHERE)], [method('pickup', { kind: 'pickup', steps: [] }), method('flat'), byWeight]],
  })
  const offered = (subtotal: number, weight: number) =>
    methodsFor(tariff, to('CA'), { subtotal: cents(subtotal), weight }).map(({ id, price }) => [id, price])

  test.each([
    [
      0,
      500,
      [
        ['flat', 10_00],
        ['parcel', 12_00],
        ['pickup', 0],
      ],
    ],
    [
      149_99,
      501,
      [
        ['flat', 10_00],
        ['parcel', 18_00],
        ['pickup', 0],
      ],
    ],
    [
      150_00,
      2_000,
      [
        ['parcel', 0],
        ['flat', 10_00],
        ['pickup', 0],
      ],
    ],
    [
      150_00,
      2_001,
      [
        ['flat', 10_00],
        ['pickup', 0],
      ],
    ],
  ])('cost by weight up to each limit, and nothing from an amount on: %i cents, %i g', (s, w, rows) => {
    expect(offered(s, w)).toEqual(rows)
  })

  test('start with the cheapest delivery, which replaces a chosen method that no longer applies', () => {
    const offers = methodsFor(tariff, to('CA'), { subtotal: cents(1_00), weight: 400 })
    expect(chosenMethod(offers, null)?.id).toBe('flat')
    expect(chosenMethod(offers, 'pickup')?.id).toBe('pickup')
    expect(chosenMethod(offers, 'gone')?.id).toBe('flat')
    expect(chosenMethod([], 'flat')).toBeNull()
  })

  test('are estimated where the shop is while the destination is unknown', () => {
    const zones = tariffOf({
      abroad: [[place(EVERYWHERE)], [method('air')]],
      home: [[place('CA', 'Saskatchewan')], [method('van')]],
    })
    const parcel = { subtotal: cents(1), weight: 1 }
    expect(estimatedMethods(zones, to('CA', 'Saskatchewan'), parcel)[0]?.id).toBe('van')
    expect(estimatedMethods(zones, to('US', 'California'), parcel)[0]?.id).toBe('air')
    expect(
      estimatedMethods(tariffOf({ far: [[place('FR')], [method('van')]] }), to('US'), parcel),
    ).toHaveLength(1)
  })
})

test('a product without a weight has the default weight of the setting', () => {
  const items = [{ weight: 250, quantity: 2 }, { weight: null, quantity: 3 }, { quantity: 1 }]
  expect(weightOf(items, { defaultWeight: 400 })).toBe(250 * 2 + 400 * 4)
  expect(weightOf([{ weight: 0, quantity: 2 }], { defaultWeight: 400 })).toBe(0)
})
