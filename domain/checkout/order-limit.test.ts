import { expect, test } from 'vitest'
import { MAX_DISCLOSED_STOCK, maxUnitsPerOrder, roundedCount, disclosedStock } from './order-limit.ts'

const LIMIT = { units: 10, percent: 25 }

test.each([
  [0, 0],
  [3, 3],
  [10, 10],
  [11, 10],
  [39, 10],
  [40, 10],
  [60, 15],
  [100, 25],
  [464, 100],
  [1_000, 250],
  [50_000, 12_000],
])('with %i units left, one order may have %i', (left, most) =>
  expect(maxUnitsPerOrder(left, LIMIT)).toBe(most),
)

test('an order never gets more than the stock, whatever the settings', () => {
  for (let left = 0; left < 2_000; left += 1) {
    for (const limit of [LIMIT, { units: 1, percent: 0 }, { units: 500, percent: 100 }]) {
      const most = maxUnitsPerOrder(left, limit)
      expect(most).toBeLessThanOrEqual(left)
      if (left > 0) expect(most).toBeGreaterThan(0)
    }
  }
})

test('a large count is disclosed rounded down, so that many counts look the same', () => {
  for (let count = MAX_DISCLOSED_STOCK + 1; count < 20_000; count += 1) {
    const rounded = roundedCount(count)
    expect(rounded).toBeLessThanOrEqual(count)
    expect(rounded).toBeGreaterThan(count * 0.74)
  }
  expect(new Set(Array.from({ length: 9_990 }, (_, i) => roundedCount(10 + i))).size).toBe(30)
})

test('an exact count is disclosed only up to ten', () => {
  expect([null, 0, 3, 10, 11, 464].map(disclosedStock)).toEqual([null, 0, 3, 10, null, null])
})
