import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { shippingSchema } from './shipping-schema.ts'
import { DEFAULT_SHIPPING } from './shipping-tariff.ts'

const [zone] = DEFAULT_SHIPPING.zones
const [standard] = zone?.methods ?? []
const place = (country: string, region = '', postal: string[] = []) => ({ country, region, postal })
const rate = { upTo: null, price: 10_00 }
const method = (id: string, more: object = {}) => ({ ...standard, id, name: id, ...more })
const zoneOf = (name: string, places: object[], methods: object[] = [method(`m-${name}`)]) => ({
  name,
  places,
  methods,
})

function faults(value: unknown): Record<string, string> {
  const parsed = v.safeParse(shippingSchema, value)
  if (parsed.success) return {}
  return Object.fromEntries(
    parsed.issues.map(({ path = [], message }) => [path.map(({ key }) => String(key)).join('.'), message]),
  )
}

const withZones = (...zones: object[]) => ({ ...DEFAULT_SHIPPING, zones })

test('the default is a valid setting, unchanged by parsing', () => {
  expect(v.parse(shippingSchema, DEFAULT_SHIPPING)).toEqual(DEFAULT_SHIPPING)
  expect(v.parse(shippingSchema, JSON.parse(JSON.stringify(DEFAULT_SHIPPING)))).toEqual(DEFAULT_SHIPPING)
})

describe('refuses, at the field,', () => {
  test('a country, a region or a postal code in two zones at the same level', () => {
    const first = zoneOf('a', [place('CA'), place('US', 'Texas'), place('CA', '', ['S7K', 'S7L'])])
    const second = zoneOf('b', [place('US', 'Texas'), place('CA', '', ['s7l']), place('CA')])
    expect(faults(withZones(first, second))).toEqual({
      'zones.1.places.0.region': 'Texas, United States is already in the zone a.',
      'zones.1.places.1.postal': 'Canada, S7L is already in the zone a.',
      'zones.1.places.2.country': 'Canada is already in the zone a.',
    })
    const nested = zoneOf('b', [place('US'), place('CA', 'Ontario'), place('CA', '', ['S'])])
    expect(faults(withZones(first, nested))).toEqual({})
  })

  test('a zone without rates, without places or without a name', () => {
    const none = zoneOf('none', [place('US')], [])
    const noSteps = zoneOf('empty', [place('CA')], [method('m', { steps: [] })])
    expect(faults(withZones(none))).toEqual({
      'zones.0.methods': 'Add at least one method: nothing can be ordered to a zone without rates.',
    })
    expect(faults(withZones(noSteps))).toEqual({ 'zones.0.methods.0.steps': 'Add at least one rate.' })
    expect(faults(withZones(zoneOf('  ', [], [method('m')])))).toEqual({
      'zones.0.name': 'Enter a name.',
      'zones.0.places': 'Add at least one country.',
    })
    expect(faults(withZones())).toEqual({ zones: 'Add at least one zone.' })
  })

  test('weight or price limits that do not increase, and a rate after one without a limit', () => {
    const steps = [{ ...rate, upTo: 500 }, { ...rate, upTo: 500 }, rate, { ...rate, upTo: 900 }]
    expect(faults(withZones(zoneOf('a', [place('CA')], [method('m', { steps })])))).toEqual({
      'zones.0.methods.0.steps.1.upTo': 'Enter a higher limit than in the row before.',
      'zones.0.methods.0.steps.2.upTo': 'Only the last rate can be without a limit.',
    })
  })

  test('missing or impossible prices, days and names', () => {
    const wrong = method('m', { steps: [{ upTo: null, price: null }], freeFrom: -1 })
    const twice = [method('a', { leastDays: 9, mostDays: 3 }), method('b', { name: 'a' })]
    expect(faults(withZones(zoneOf('a', [place('CA')], [wrong])))).toEqual({
      'zones.0.methods.0.steps.0.price': 'Enter a price in dollars, such as 25.00.',
      'zones.0.methods.0.freeFrom': 'Enter a price in dollars, such as 25.00.',
    })
    expect(faults(withZones(zoneOf('a', [place('CA')], twice)))).toEqual({
      'zones.0.methods.0.mostDays': 'Enter at least as many days as in the field before.',
      'zones.0.methods.1.name': 'Another method of the zone has this name.',
    })
  })

  test('places that do not exist', () => {
    const places = [place('QQ'), place('CA', 'Texas'), place('CA', 'Ontario', ['K']), place('*', '', ['1'])]
    expect(Object.keys(faults(withZones(zoneOf('a', places))))).toEqual([
      'zones.0.places.0.country',
      'zones.0.places.1.region',
      'zones.0.places.2.postal',
      'zones.0.places.3.postal',
    ])
  })

  test('a country twice among the duties, a rate above 100 and the same row twice', () => {
    const row = { hsCode: '6109.10', origin: 'CN', milliPercent: 30_000 }
    const us = { country: 'US', terms: 'ddp', rates: [row], otherMilliPercent: 35_000 }
    const wrong = { ...us, rates: [{ ...row, milliPercent: 100_001 }] }
    const doubled = { ...us, rates: [row, { ...row, hsCode: '610910' }] }
    const found = (...duties: object[]) => faults({ ...DEFAULT_SHIPPING, duties })
    expect(found(us)).toEqual({})
    expect(found(us, { ...us, rates: [] })).toEqual({
      'duties.1.country': 'This country is already in the list.',
    })
    expect(found(wrong)).toEqual({
      'duties.0.rates.0.milliPercent': 'Enter a percentage from 0 to 100, with at most three decimals.',
    })
    expect(found(doubled)).toEqual({
      'duties.0.rates.1.hsCode': 'Another row has this HS code and origin.',
    })
  })
})
