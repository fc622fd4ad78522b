import { expect, test } from 'vitest'
import * as words from '#words/en/product.ts'

test('each reason why a product was not added has a message', () => {
  expect(words.notAdded).toEqual({
    'out-of-stock': 'This product is currently out of stock.',
    'invalid-size': 'Please select a valid size.',
    failed: 'Failed to add product to cart. Please try again.',
  })
})

test('the success message names the product and its size', () => {
  expect(words.added('Street Tee', 'M')).toBe('Street Tee (Size: M) added to cart!')
})
