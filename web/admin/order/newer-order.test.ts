import { expect, test } from 'vitest'
import { newerOrder } from './newer-order.ts'

const answer = (version: number, asked: number) => ({ order: { version }, asked })

test('a late response does not replace a newer one', () => {
  const fulfilled = answer(3, 1)
  expect(newerOrder(fulfilled, answer(2, 0))).toBe(fulfilled)
  expect(newerOrder(fulfilled, answer(2, 5))).toBe(fulfilled)
})

test('a response with a higher version is shown, whenever it was requested', () => {
  const after = answer(4, 1)
  expect(newerOrder(answer(3, 2), after)).toBe(after)
})

test('of two responses with the same version, the later request is shown: a mail may have been sent', () => {
  const later = answer(3, 2)
  expect(newerOrder(answer(3, 1), later)).toBe(later)
  expect(newerOrder(later, answer(3, 1))).toBe(later)
})
