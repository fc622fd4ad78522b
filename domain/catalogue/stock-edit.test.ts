import { expect, test } from 'vitest'
import { stockAfterEdit, type StockCounts } from './stock-edit.ts'

function counts(stock: number | null, sizes: Partial<Record<'S' | 'M', number | null>> = {}): StockCounts {
  return {
    stock,
    sizes: (['S', 'M'] as const).flatMap((size) =>
      sizes[size] === undefined ? [] : [{ size, stock: sizes[size] }],
    ),
  }
}

test('pieces sold while the form was open stay sold', () => {
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
