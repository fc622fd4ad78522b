import { expect, test } from 'vitest'
import { addedMessage, REFUSALS } from './messages.ts'

test('each way of not getting into the cart has its own words', () => {
  expect(REFUSALS).toEqual({
    'out-of-stock': 'This product is currently out of stock.',
    'invalid-size': 'Please select a valid size.',
    failed: 'Failed to add product to cart. Please try again.',
  })
})

test('what got into the cart is named with its size', () => {
  expect(addedMessage('Street Tee', 'M')).toBe('Street Tee (Size: M) added to cart!')
})
