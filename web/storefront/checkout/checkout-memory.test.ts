import { expect, test } from 'vitest'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import {
  clearCheckout,
  recallChoices,
  recallValues,
  rememberChoices,
  rememberValues,
  type CheckoutStorage,
} from './checkout-memory.ts'
import { NEW_VALUES } from './checkout-values.ts'

function fakeStorage(start: Record<string, string> = {}): CheckoutStorage {
  const kept = new Map(Object.entries(start))
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

test('typed values are restored; unknown fields are not', () => {
  const storage = fakeStorage()
  rememberValues(storage, { ...NEW_VALUES, city: 'Saskatoon' })
  expect(recallValues(storage)).toEqual({ ...NEW_VALUES, city: 'Saskatoon' })
  expect(recallValues(fakeStorage({ checkout: '{"city":7,"name":"Ada","cardNumber":"4242"}' }))).toEqual({
    ...NEW_VALUES,
    name: 'Ada',
  })
})

test.each(['', 'x', '7', 'null', '[1]'])('a stored %j does not break the checkout', (stored) => {
  expect(recallValues(fakeStorage({ checkout: stored })) ?? NEW_VALUES).toEqual(NEW_VALUES)
})

test('choices are restored until the order is paid, and only those that the server accepts', () => {
  const storage = fakeStorage()
  expect(recallChoices(storage)).toEqual(NO_CHOICES)
  rememberChoices(storage, { ...NO_CHOICES, shippingMethod: 'express' })
  expect(recallChoices(storage)).toEqual({ ...NO_CHOICES, shippingMethod: 'express' })
  clearCheckout(storage)
  expect(recallChoices(storage)).toEqual(NO_CHOICES)
  for (const stored of ['', 'x', '7', '[1]', '{"shippingMethod":"<script>"}']) {
    expect(recallChoices(fakeStorage({ choices: stored }))).toEqual(NO_CHOICES)
  }
})

test('a shipping method that was chosen before an update of the shop is still chosen', () => {
  const storage = fakeStorage({ 'shipping-method': 'express' })
  expect(recallChoices(storage)).toEqual({ ...NO_CHOICES, shippingMethod: 'express' })
  rememberChoices(storage, { ...NO_CHOICES, shippingMethod: 'post' })
  expect(recallChoices(storage)).toEqual({ ...NO_CHOICES, shippingMethod: 'post' })
  clearCheckout(storage)
  expect(recallChoices(storage)).toEqual(NO_CHOICES)
})
