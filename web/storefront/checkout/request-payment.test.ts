import { expect, test } from 'vitest'
import { CHECKOUT_MESSAGES } from './messages.ts'
import { readPaymentAnswer } from './request-payment.ts'

const noSecret = { kind: 'failed', message: CHECKOUT_MESSAGES.noSecret }

test('an answer without a client secret is a missing payment secret', () => {
  expect(readPaymentAnswer(200, {})).toEqual(noSecret)
  expect(readPaymentAnswer(200, { clientSecret: '' })).toEqual(noSecret)
  expect(readPaymentAnswer(502, { type: '/problems/payment-unavailable', title: 'x', status: 502 })).toEqual(
    noSecret,
  )
  expect(readPaymentAnswer(500, null)).toEqual(noSecret)
})

test('a changed cart and a changed total both bring the lines as they are now', () => {
  const line = {
    productId: 'tee',
    size: 'M',
    quantity: 2,
    status: 'not-enough',
    left: 1,
    price: 40,
    name: 'Tee',
  }
  for (const type of ['/problems/cart-changed', '/problems/amount-differs']) {
    expect(readPaymentAnswer(409, { type, lines: [line] })).toMatchObject({
      kind: 'cart-changed',
      lines: [line],
    })
  }
})

test('an order that is already paid is not paid again', () => {
  const paid = { type: '/problems/already-paid' }
  expect(readPaymentAnswer(409, paid)).toEqual({ kind: 'already-paid', orderNumber: null })
  expect(readPaymentAnswer(409, { ...paid, orderNumber: 'R-1' })).toEqual({
    kind: 'already-paid',
    orderNumber: 'R-1',
  })
})

test('the secret comes with the number of the order, for a shop that is slow to settle it', () => {
  expect(readPaymentAnswer(200, { clientSecret: 's_1', orderNumber: 'R-1' })).toEqual({
    kind: 'secret',
    clientSecret: 's_1',
    orderNumber: 'R-1',
  })
  expect(readPaymentAnswer(200, { clientSecret: 's_1' })).toMatchObject({ orderNumber: null })
})

test('what the server finds wrong with the customer is shown at its field', () => {
  const errors = [
    { path: '/customer/postal', message: 'Enter your postal code.' },
    { path: '/items/0/quantity', message: 'Too many.' },
  ]
  expect(readPaymentAnswer(422, { type: '/problems/invalid-request', errors })).toEqual({
    kind: 'fields-wrong',
    fields: { postal: 'Enter your postal code.' },
  })
})

test('too many refused cards are said in the words of the server, too many requests in ours', () => {
  const title = 'Too many cards were refused. Wait 12 minutes and press Pay Now again.'
  expect(readPaymentAnswer(429, { type: '/problems/too-many-declines', title })).toEqual({
    kind: 'failed',
    message: title,
  })
  expect(readPaymentAnswer(429, { type: '/problems/too-many-requests', title: 'x' })).toEqual({
    kind: 'failed',
    message: CHECKOUT_MESSAGES.tooMany,
  })
})

test('a total beyond what a card can pay is said in the words of the server', () => {
  const title = 'This order is larger than a card payment can be.'
  expect(readPaymentAnswer(422, { type: '/problems/too-expensive', title })).toEqual({
    kind: 'failed',
    message: title,
  })
})
