import { expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { fieldAt, quoteAt, type Quote } from './quote.ts'

const FRANCE = { country: 'FR', region: '', postal: '' }
const quote: Quote = {
  totals: priceCart([], { destination: FRANCE, tariff: TARIFF }),
  methods: [],
  method: null,
  problem: { field: 'country', message: "We don't ship to this country." },
  note: null,
  codes: [],
}

test('a reason why an order cannot be sent is shown only for its destination', () => {
  const answered = { quote, destination: FRANCE }
  expect(quoteAt(answered, { ...FRANCE })).toBe(quote)
  const elsewhere = quoteAt(answered, { country: 'CA', region: '', postal: '' })
  expect(elsewhere).toEqual({ ...quote, problem: null })
  expect(quoteAt(answered, null).problem).toBeNull()
})

test('an error is shown at a customer field or a choice, never at a field that is not on the form', () => {
  expect(['/customer/postal', '/shippingMethod'].map(fieldAt)).toEqual(['postal', 'shippingMethod'])
  expect(['/note', '/items/0/quantity', '/amount', '', '/toString'].map(fieldAt)).toEqual([
    '',
    '',
    '',
    '',
    '',
  ])
})
