import { expect, test } from 'vitest'
import { newerOrder } from './newer-order.ts'

const answer = (version: number, asked: number) => ({ order: { version }, asked })

test('an answer that arrives late does not take the place of a newer one', () => {
  const fulfilled = answer(3, 1)
  expect(newerOrder(fulfilled, answer(2, 0))).toBe(fulfilled)
  expect(newerOrder(fulfilled, answer(2, 5))).toBe(fulfilled)
})

test('an answer with a higher version is shown, whenever it was asked for', () => {
  const after = answer(4, 1)
  expect(newerOrder(answer(3, 2), after)).toBe(after)
})

test('of two answers about the same version, the one that was asked for later is shown: a mail has left meanwhile', () => {
  const later = answer(3, 2)
  expect(newerOrder(answer(3, 1), later)).toBe(later)
  expect(newerOrder(later, answer(3, 1))).toBe(later)
})
