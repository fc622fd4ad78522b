import { expect, test } from 'vitest'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { cents } from '#domain/money.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { POLICIES } from '#domain/settings/policies.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { TAX } from '#domain/settings/tax.ts'
import { settingDifferences } from './setting-differences.ts'

const [zone] = SHIPPING.fallback.zones
const [post] = zone!.methods
const zoned = (changes: object): ShippingTariff => ({
  ...SHIPPING.fallback,
  zones: [{ ...zone!, methods: [{ ...post!, ...changes }] }],
})

test('a changed price in the zones is listed by its path, in exact cents', () => {
  const changes = settingDifferences(SHIPPING, SHIPPING.fallback, zoned({ freeFrom: cents(150_00) }))
  expect(changes).toEqual([
    {
      field: 'Zones and rates, Everywhere, Methods, Shipping, Free from',
      before: null,
      after: 150_00,
      unit: 'money',
    },
  ])
})

test('limits are in grams or in dollars, depending on the method', () => {
  const steps = [{ upTo: 500, price: cents(9_00) }]
  const [byWeight] = settingDifferences(
    SHIPPING,
    zoned({ by: 'weight', steps }),
    zoned({ by: 'weight', steps: [{ upTo: 700, price: cents(9_00) }] }),
  )
  expect(byWeight).toMatchObject({ before: 'Up to 500 g, Price C$9.00', after: null })
  const more = [...steps, { upTo: 100_00, price: cents(12_00) }]
  expect(settingDifferences(SHIPPING, zoned({ steps }), zoned({ steps: more }))).toEqual([
    {
      field: 'Zones and rates, Everywhere, Methods, Shipping, Rates',
      before: null,
      after: 'Up to C$100.00, Price C$12.00',
    },
  ])
})

test('a new method is described in words, without its id', () => {
  const pickup = { ...post!, id: 'pickup', name: 'At the studio' }
  const [added] = settingDifferences(SHIPPING, SHIPPING.fallback, {
    ...SHIPPING.fallback,
    zones: [{ ...zone!, methods: [post!, pickup] }],
  })
  expect(added?.after).toContain('At the studio')
  expect(added?.after).not.toMatch(/\bid\b/)
})

test('a changed rate is listed with its place, and a new row in words', () => {
  const table = TAX.fallback.table.map((row) =>
    row.region === 'Ontario' ? { ...row, milliPercent: 12_000 } : row,
  )
  const registrations = ['gst-hst CA', 'pst CA Saskatchewan']
  const value = { ...TAX.fallback, mode: 'by-destination' as const, registrations, table }
  expect(settingDifferences(TAX, TAX.fallback, value)).toEqual([
    { field: 'How taxes are charged', before: 'flat', after: 'by-destination', unit: 'choice' },
    { field: 'Registrations', before: '', after: 'GST/HST, Canada; PST, Saskatchewan' },
    {
      field: 'Table of rates, Canada Ontario HST 2010-07-01, Rate',
      before: 13_000,
      after: 12_000,
      unit: 'percent',
    },
  ])
  const added = { ...TAX.fallback.table[0]!, region: 'Ontario', label: 'Levy', kind: 'other' as const }
  const [row] = settingDifferences(TAX, TAX.fallback, {
    ...TAX.fallback,
    table: [...TAX.fallback.table, added],
  })
  expect(row?.before).toBeNull()
  expect(row?.after).toMatch(/^Country Canada, Region Ontario, Kind Other, Name Levy, Rate 5%, First day /)
})

test('a reordered list is recorded, and so is a removed element', () => {
  const [first, second, ...rest] = CATEGORIES_SETTING.fallback.categories
  const swapped = { categories: [second!, first!, ...rest] }
  expect(settingDifferences(CATEGORIES_SETTING, CATEGORIES_SETTING.fallback, swapped)).toEqual([
    {
      field: 'Categories, order',
      before: 'Shirts; Hoodies; Accessories; Pants',
      after: 'Hoodies; Shirts; Accessories; Pants',
    },
  ])
  const fewer = { categories: [second!, ...rest] }
  const [removed] = settingDifferences(CATEGORIES_SETTING, CATEGORIES_SETTING.fallback, fewer)
  expect(removed).toMatchObject({ field: 'Categories', after: null })
  expect(removed?.before).toContain('Name Shirts, Sizes XS, S, M, L, XL, XXL')
})

test('of a long text only the changed part is kept', () => {
  const long = `${'Same before. '.repeat(40)}Thirty days.${' Same after.'.repeat(40)}`
  const value = { ...POLICIES.fallback, delivery: long }
  const [change] = settingDifferences(POLICIES, value, {
    ...value,
    delivery: long.replace('Thirty', 'Forty'),
  })
  expect(change).toEqual({
    field: 'Delivery and returns',
    before: '…re. Same before. Same before. Thirty days. Same after. Same aft…',
    after: '…re. Same before. Same before. Forty days. Same after. Same aft…',
  })
})
