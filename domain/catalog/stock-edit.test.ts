import { expect, test } from 'vitest'
import {
  countProblem,
  parseCount,
  sizeLevel,
  stockAfterEdit,
  withCount,
  type StockCounts,
} from './stock-edit.ts'

function counts(stock: number | null, sizes: Partial<Record<'S' | 'M', number | null>> = {}): StockCounts {
  return {
    stock,
    sizes: (['S', 'M'] as const).flatMap((size) =>
      sizes[size] === undefined ? [] : [{ size, stock: sizes[size] }],
    ),
  }
}

test('units sold while the form was open stay sold', () => {
  expect(stockAfterEdit(counts(10), counts(10), counts(7))).toEqual(counts(7))
  expect(stockAfterEdit(counts(30), counts(10), counts(7))).toEqual(counts(27))
  expect(stockAfterEdit(counts(0), counts(10), counts(7))).toEqual(counts(0))
})

test('each size is adjusted separately, and the product count is their sum', () => {
  const seen = counts(9, { S: 4, M: 5 })
  const current = counts(6, { S: 4, M: 2 })
  expect(stockAfterEdit(counts(14, { S: 9, M: 5 }), seen, current)).toEqual(counts(11, { S: 9, M: 2 }))
  expect(stockAfterEdit(counts(4, { S: 4, M: 0 }), seen, current)).toEqual(counts(4, { S: 4, M: 0 }))
})

test('a count that the edit adds or removes is saved as the editor wrote it', () => {
  expect(stockAfterEdit(counts(5), counts(null), counts(null))).toEqual(counts(5))
  expect(stockAfterEdit(counts(null), counts(5), counts(3))).toEqual(counts(null))
  expect(stockAfterEdit(counts(8, { S: 8 }), counts(5, { M: 5 }), counts(4, { M: 4 }))).toEqual(
    counts(8, { S: 8 }),
  )
})

test('one count is changed in place, and the others are not', () => {
  const before = counts(9, { S: 4, M: 5 })
  expect(withCount(before, 'S', 6)).toEqual(counts(9, { S: 6, M: 5 }))
  expect(withCount(before, 'S', null)).toEqual(counts(9, { S: null, M: 5 }))
  expect(withCount(counts(9), null, null)).toEqual(counts(null))
})

test('only existing counts can be changed: where every size is counted, the product count is their sum', () => {
  expect(countProblem(counts(9, { S: 4, M: 5 }), null)).toContain('the sum of its sizes')
  expect(countProblem(counts(9, { S: 4, M: null }), null)).toBe(null)
  expect(countProblem(counts(null), null)).toBe(null)
  expect(countProblem(counts(9, { S: 4 }), 'M')).toBe('The product is not offered in M.')
  expect(countProblem(counts(9, { S: null }), 'S')).toBe(null)
})

test.each([
  ['6', { stock: 6 }],
  [' 0 ', { stock: 0 }],
  ['', { stock: null }],
  ['six', { error: 'Enter the stock as a whole number, 0 or more, or leave it empty.' }],
  ['-1', { error: 'Enter the stock as a whole number, 0 or more, or leave it empty.' }],
  ['1.5', { error: 'Enter the stock as a whole number, 0 or more, or leave it empty.' }],
])('a count typed as %j is accepted or refused', (typed, read) => {
  expect(parseCount(typed)).toEqual(read)
})

test('a size is sold out at 0, low at one or two, and neither without a count of its own', () => {
  expect([0, 1, 2, 3, null].map(sizeLevel)).toEqual(['out', 'low', 'low', 'enough', 'enough'])
})
