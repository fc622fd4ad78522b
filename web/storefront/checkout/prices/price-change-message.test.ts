import { expect, test } from 'vitest'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { priceCart, shownPrice } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { cents, formatCents } from '#domain/money.ts'
import * as totalWords from '#words/en/totals.ts'
import { priceChangeMessage } from './price-change-message.ts'

const totalsAt = (shipping: number) =>
  priceCart([{ price: cents(118_00), quantity: 1 }], {
    destination: null,
    tariff: { ...TARIFF, shipping: cents(shipping) },
  })
const express = totalsAt(40_00)
const asked = {
  amount: express.total,
  shown: shownPrice(express, null, totalWords),
  choices: { ...NO_CHOICES, shippingMethod: 'express' },
}
const message = (shipping: number, method: string) => {
  const totals = totalsAt(shipping)
  const quote = { totals, methods: [], method, problem: null, note: null, codes: [] }
  const line = { product: { id: 'tee', name: 'Tee', price: cents(118_00), imageUrls: [] }, quantity: 1 }
  const repriced = { lines: [{ ...line, selectedSize: 'M' }], changes: [] }
  return priceChangeMessage(asked, { repriced, totals, quote }, formatCents)
}

test('a removed method is named as the reason for a new total', () => {
  expect(message(25_00, 'post')).toBe(
    'The shipping method you chose is no longer available. The total changed to C$145.36. Check it and press Pay Now again.',
  )
})

test('a removed method is named even when the total is the same', () => {
  expect(message(40_00, 'post')).toBe(
    'The shipping methods have changed. Choose one and press Pay Now again.',
  )
})

test('when a gift card pays less than before, what is left to pay is said to have changed, not the total', () => {
  const totals = { ...totalsAt(40_00), giftCards: [{ lastFour: 'GNZW', amount: 20_00 }] }
  const quote = { totals, methods: [], method: 'express', problem: null, note: null, codes: [] }
  const line = { product: { id: 'tee', name: 'Tee', price: cents(118_00), imageUrls: [] }, quantity: 1 }
  const repriced = { lines: [{ ...line, selectedSize: 'M' }], changes: [] }
  const agreed = { ...asked, amount: cents(express.total - 50_00) }
  expect(priceChangeMessage(agreed, { repriced, totals, quote }, formatCents)).toBe(
    'What is left to pay changed to C$140.36. Check it and press Pay Now again.',
  )
})

test('without a gift card the total is said to have changed, also when the page shows the new one already', () => {
  const totals = totalsAt(40_00)
  const quote = { totals, methods: [], method: 'express', problem: null, note: null, codes: [] }
  const line = { product: { id: 'tee', name: 'Tee', price: cents(118_00), imageUrls: [] }, quantity: 1 }
  const repriced = { lines: [{ ...line, selectedSize: 'M' }], changes: [] }
  const agreed = { ...asked, amount: cents(express.total - 10_00) }
  expect(priceChangeMessage(agreed, { repriced, totals, quote }, formatCents)).toBe(
    'The total changed to C$160.36. Check it and press Pay Now again.',
  )
})
