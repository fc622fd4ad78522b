import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { findZone } from './find-zone.ts'
import { listedShipping } from './listed-shipping.ts'
import { DEFAULT_SHIPPING, EVERYWHERE, type ShippingPlace } from './shipping-tariff.ts'

const MANY = 100
const place = (country: string, region = '', postal: string[] = []) => ({ country, region, postal })
const zone = (price: number, ...places: ShippingPlace[]) => ({
  name: String(price),
  places,
  methods: [
    {
      id: String(price),
      name: 'Parcel',
      kind: 'delivery' as const,
      leastDays: 2,
      mostDays: price > 20_00 ? 20 : 5,
      by: 'weight' as const,
      steps: [{ upTo: null, price: cents(price) }],
      freeFrom: null,
    },
  ],
})
const shippingOf = (...zones: ReturnType<typeof zone>[]) => ({
  zones: { ...DEFAULT_SHIPPING, zones },
  shipping: cents(25_00),
})
const listed = (tariff: ReturnType<typeof shippingOf>, most = MANY) =>
  listedShipping(tariff, { price: cents(118_00) }, most).map(
    ({ country, region = '', postal = '', price, mostDays }) =>
      `${[country, region, postal].filter(Boolean).join(' ')}: ${price / 100} in ${mostDays}`,
  )

describe('the shipping that the feed lists', () => {
  test('is one price for a country when no part of it costs more', () => {
    const tariff = shippingOf(zone(12_00, place('CA')), zone(8_00, place('CA', 'Alberta')))
    expect(listed(tariff)).toEqual(['CA: 12 in 5'])
  })

  test('is a price for each province when one costs more', () => {
    const rows = listed(shippingOf(zone(12_00, place('CA')), zone(60_00, place('CA', 'Nunavut'))))
    expect(rows).toContain('CA X0A: 60 in 20')
    expect(rows).toContain('CA X1A: 12 in 5')
    expect(rows).toContain('CA S: 12 in 5')
    expect(rows).toHaveLength(23)
    expect(rows).not.toContain('CA: 12 in 5')
  })

  test('of a province is the price of its most expensive postal codes, which are listed too', () => {
    const rows = listed(shippingOf(zone(12_00, place('CA')), zone(45_00, place('CA', '', ['V0', 'v8z 1']))))
    expect(rows.filter((row) => row.startsWith('CA V'))).toEqual([
      'CA V0: 45 in 20',
      'CA V8Z1: 45 in 20',
      'CA V: 45 in 20',
    ])
    expect(rows).toContain('CA T: 12 in 5')
  })

  test('of the United States and Australia is listed by state', () => {
    const tariff = shippingOf(
      zone(20_00, place(EVERYWHERE)),
      zone(55_00, place('US', 'Alaska'), place('US', '', ['967', '968']), place('AU', 'Tasmania')),
    )
    const rows = listed(tariff)
    expect(rows).toContain('US AK: 55 in 20')
    expect(rows).toContain('US HI: 55 in 20')
    expect(rows).toContain('US NY: 20 in 5')
    expect(rows).toContain('AU TAS: 55 in 20')
    expect(rows[0]).toBe('CA: 20 in 5')
  })

  test('is the price of the most expensive part where the parts cannot all be listed', () => {
    const britain = shippingOf(zone(20_00, place(EVERYWHERE)), zone(35_00, place('GB', 'Kent')))
    expect(listed(britain)).toEqual(['CA: 20 in 5', 'GB: 35 in 20'])
    const canada = shippingOf(zone(12_00, place('CA')), zone(60_00, place('CA', 'Nunavut')))
    expect(listed(canada, 10)).toEqual(['CA: 60 in 20'])
  })

  test('is never lower than what an address pays, whatever the zones', () => {
    const prices = [8_00, 12_00, 30_00, 60_00]
    const places = [
      place('CA'),
      place('CA', 'Saskatchewan'),
      place('CA', 'Nunavut'),
      place('CA', '', ['S7K']),
      place('CA', '', ['S']),
      place('US', 'New York'),
      place('US', '', ['100', '5']),
    ]
    const addresses = [
      ['CA', 'Saskatchewan', 'S7K 1A1'],
      ['CA', 'Saskatchewan', 'S4P 3Y2'],
      ['CA', 'Nunavut', 'X0A 0H0'],
      ['CA', 'Ontario', 'M5V 2T6'],
      ['US', 'New York', '10001'],
      ['US', 'Iowa', '50301'],
      ['US', 'Texas', '73301'],
    ] as const
    let checked = 0
    for (let seed = 0; seed < 400; seed += 1) {
      const at = (step: number) => prices[(seed * 7 + step * (1 + (seed % 5))) % prices.length]!
      const chosen = places.filter((_place, step) => ((seed * 37 + 11) >> step) % 2 === 0)
      const tariff = shippingOf(
        zone(10_00, place(EVERYWHERE)),
        ...chosen.map((one, step) => zone(at(step), one)),
      )
      for (const most of [10, MANY]) {
        const rows = listedShipping(tariff, { price: cents(118_00) }, most)
        for (const [country, region, postal] of addresses) {
          const paid = findZone(tariff.zones, { country, region, postal })!.methods[0]!.steps[0]!.price
          const code = { 'New York': 'NY', Iowa: 'IA', Texas: 'TX' }[region as string]
          const covering = rows.filter(
            (row) =>
              row.country === country &&
              (row.region === undefined || row.region === code) &&
              postal.replace(' ', '').startsWith(row.postal ?? ''),
          )
          for (const row of covering) {
            checked += 1
            expect(row.price, `${seed} ${postal} ${JSON.stringify(rows)}`).toBeGreaterThanOrEqual(paid)
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(1_000)
  })
})
