import { expect, test } from 'vitest'
import type { PaymentRisk } from '#domain/orders/payment-risk.ts'
import { cents } from '#domain/money.ts'
import { ORDER_REVIEW, reviewRules } from '#domain/settings/order-review.ts'
import { reviewReasons, type ReviewedOrder, type ReviewRules } from './order-review.ts'

const NONE: ReviewRules = { ...reviewRules(ORDER_REVIEW.fallback), isOn: true }
const RISK: PaymentRisk = {
  level: 'elevated',
  score: 70,
  reason: '',
  cvc: 'passed',
  postal: 'unknown',
  country: 'US',
}
const ORDER: ReviewedOrder = {
  total: cents(500_00),
  customer: {
    address: 'Apt 4, 12 Forwarder Way',
    city: 'Newark',
    region: 'Delaware',
    postal: '19711-1234',
    country: 'US',
  },
  delivery: 'ship',
  isFirst: true,
  refusedCards: 2,
  risk: RISK,
}
const reasons = (rules: Partial<ReviewRules>, order: Partial<ReviewedOrder> = {}) =>
  reviewReasons({ ...NONE, ...rules }, { ...ORDER, ...order })

test('a shop that sets no rule looks at nothing, nor does one that has them off', () => {
  expect(reasons({})).toEqual([])
  expect(reasons({ isOn: false, over: cents(1) })).toEqual([])
})

test('an order is looked at above an amount, never at it, and its first one above another', () => {
  expect(reasons({ over: cents(500_00) })).toEqual([])
  expect(reasons({ over: cents(499_99) })).toEqual(['It costs more than C$499.99.'])
  expect(reasons({ firstOver: cents(100_00) })).toHaveLength(1)
  expect(reasons({ firstOver: cents(100_00) }, { isFirst: false })).toEqual([])
})

test('a card of another country counts where something is delivered, and the country is known', () => {
  expect(reasons({ isOtherCountry: true })).toEqual([])
  const abroad = { risk: { ...RISK, country: 'NG' } }
  expect(reasons({ isOtherCountry: true }, abroad)).toEqual(['The card is of NG, the delivery goes to US.'])
  expect(reasons({ isOtherCountry: true }, { ...abroad, delivery: 'pickup' })).toEqual([])
  expect(reasons({ isOtherCountry: true }, { risk: { ...RISK, country: '' } })).toEqual([])
  expect(reasons({ isOtherCountry: true }, { risk: undefined })).toEqual([])
})

test.each([
  ['12 forwarder way, 19711', true],
  ['19711 1234', true],
  ['newark', true],
  ['12 Forwarder Way, 10001', false],
  ['Forwarder Lane', false],
  [',', false],
])('the line %s of the list is the address: %s', (line, isListed) => {
  expect(reasons({ addresses: [line] })).toHaveLength(isListed ? 1 : 0)
})

test('an order whose card could not be asked for its country is looked at, where that is a rule and it is delivered', () => {
  expect(reasons({ isOtherCountry: true }, { risk: null })).toHaveLength(1)
  expect(reasons({ isOtherCountry: true }, { risk: null, delivery: 'pickup' })).toEqual([])
  expect(reasons({ isOtherCountry: true }, { risk: undefined })).toEqual([])
})

test('a risk counts from its level on; one that could not be asked for counts, one that was not assessed does not', () => {
  expect(reasons({ risk: 'elevated' })).toEqual(['The payment service finds the risk elevated.'])
  expect(reasons({ risk: 'highest' })).toEqual([])
  expect(reasons({ risk: 'highest' }, { risk: { ...RISK, level: 'highest' } })).toHaveLength(1)
  expect(reasons({ risk: 'elevated' }, { risk: null })).toHaveLength(1)
  expect(reasons({ risk: 'elevated' }, { risk: undefined })).toEqual([])
  expect(reasons({ risk: 'elevated' }, { risk: { ...RISK, level: null } })).toEqual([])
})

test('refused cards count from a number on', () => {
  expect(reasons({ refusedCards: 2 })).toEqual(['2 cards were refused within a day.'])
  expect(reasons({ refusedCards: 3 })).toEqual([])
})

test('every reason is said', () => {
  expect(reasons({ over: cents(1), firstOver: cents(1), refusedCards: 1, risk: 'elevated' })).toHaveLength(4)
})
