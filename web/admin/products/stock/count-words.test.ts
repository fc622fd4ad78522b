import { expect, test } from 'vitest'
import { countLabel, countSaved, countText, levelOf } from './count-words.ts'

const sized = {
  name: 'Tee',
  stock: 8,
  sizes: [
    { size: 'S' as const, stock: 8 },
    { size: 'M' as const, stock: 0 },
    { size: 'L' as const, stock: null },
  ],
}
const untracked = { ...sized, stock: null }

test('each size is shown with its count, and one without a count only by name', () => {
  expect(countText(sized, 'S')).toBe('S 8')
  expect(countText(sized, 'M')).toBe('M 0')
  expect(countText(sized, 'L')).toBe('L')
  expect(countText(sized, null)).toBe('8')
})

test('a product without a count is not tracked, so it is not shown as 0 or as sold out', () => {
  expect(countText(untracked, null)).toBe('Not tracked')
  expect(levelOf(untracked, 'L')).toBe('enough')
  expect(countSaved(untracked, null)).toBe('Tee: not tracked')
})

test('a sold-out product or size is marked, even when the product’s own count is at 0', () => {
  expect(countLabel(sized, 'M')).toBe('M 0, sold out. Change the stock of Tee, M')
  expect(levelOf({ ...sized, stock: 0 }, 'L')).toBe('out')
})
