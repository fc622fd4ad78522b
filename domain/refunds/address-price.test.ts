import { orderLine } from '#test/support/order-line.ts'
import { expect, test } from 'vitest'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { cents, signedCents } from '#domain/money.ts'
import type { RefundedParts } from './refund-price.ts'
import { priceAtAddress } from './address-price.ts'

const TARIFF: Tariff = {
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
const NONE: RefundedParts = { units: new Map(), sent: new Map(), shipping: false }
const at = (to: typeof LYON, refunded = NONE) =>
  priceAtAddress(ORDER, { from: SASKATOON, to, tariff: TARIFF, refunded })

test('an address with other taxes costs the difference', () => {
  expect(at(MONTREAL).difference).toBe(9_98)
  expect(at(LYON)).toMatchObject({ adjustments: [ORDER.adjustments[1]], difference: -5_00 })
})

test('an address with the same taxes and shipping keeps those of the order, whatever the tariff is now', () => {
  const old = { ...ORDER, adjustments: [{ ...ORDER.adjustments[0]!, amount: signedCents(7_00) }] }
  const price = priceAtAddress(old, { from: SASKATOON, to: REGINA, tariff: TARIFF, refunded: NONE })
  expect(price).toMatchObject({ adjustments: old.adjustments, difference: 0 })
})

test('the tax of refunded items is not returned a second time', () => {
  expect(at(LYON, { ...NONE, units: new Map([[0, 1]]) }).difference).toBe(-2_50)
  expect(at(LYON, { ...NONE, units: new Map([[0, 2]]), shipping: true }).difference).toBe(0)
})
