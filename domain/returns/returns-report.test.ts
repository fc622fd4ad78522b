import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHOSEN_REASONS } from './return.ts'
import { returnsReport, type ReturnedUnits } from './returns-report.ts'

const back = (name: string, size: string, reason: ReturnedUnits['reason'], units: number): ReturnedUnits => ({
  productId: name.toLowerCase(),
  name,
  size,
  reason,
  units,
})
const sold = (productId: string, size: string, units: number) => ({
  of: { productId, size },
  sums: { units },
})
const salesOf = (...items: ReturnType<typeof sold>[]) =>
  ({ items }) as unknown as Parameters<typeof returnsReport>[0]

test('what comes back is by product, then size, as a share of what was sold, and says how it runs', () => {
  const { columns, rows, total } = returnsReport(
    salesOf(sold('tee', 'S', 20), sold('tee', 'M', 30), sold('cap', 'M', 4)),
    [
      back('Cap', 'M', 'faulty', 4),
      back('Tee', 'S', 'too-small', 4),
      back('Tee', 'M', 'too-small', 1),
      back('Tee', 'M', 'changed-mind', 3),
    ],
  )
  expect(columns.slice(0, 8).map(({ label }) => label)).toEqual(
    'Product,Size,Sold,Come back,Of those sold,Says,Too small,Too large'.split(','),
  )
  expect(rows.map((row) => row.slice(0, 7))).toEqual([
    ['Tee', 'All sizes', 50, 8, 16, 'Runs small: 63%', 5],
    ['Tee', 'M', 30, 4, 13.3, '', 1],
    ['Tee', 'S', 20, 4, 20, '', 4],
    ['Cap', 'All sizes', 4, 4, 100, '', 0],
    ['Cap', 'M', 4, 4, 100, '', 0],
  ])
  expect(total?.slice(0, 4)).toEqual(['Total', null, 54, 12])
})

test('what was sold before the period has no share, and two reasons alike say nothing', () => {
  const { rows } = returnsReport(salesOf(), [
    back('Tee', 'M', 'too-small', 3),
    back('Tee', 'M', 'too-large', 3),
  ])
  expect(rows[0]?.slice(2, 6)).toEqual([0, 6, null, ''])
})

test('the reasons of each row add up to what comes back, and the sizes to their product', () => {
  const units = fc.record({
    name: fc.constantFrom('Tee', 'Cap'),
    size: fc.constantFrom('S', 'M'),
    reason: fc.constantFrom(...CHOSEN_REASONS),
    units: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(units), (all) => {
      const returned = all.map(({ name, size, reason, units: many }) => back(name, size, reason, many))
      const { rows, total } = returnsReport(salesOf(), returned)
      const sum = (numbers: unknown[]) => numbers.reduce((so: number, one) => so + Number(one), 0)
      for (const row of rows) expect(sum(row.slice(6))).toBe(row[3])
      const of = (isWhole: boolean) =>
        sum(rows.filter((row) => (row[1] === 'All sizes') === isWhole).map((row) => row[3]))
      expect(of(true)).toBe(of(false))
      expect(Number(total?.[3] ?? 0)).toBe(sum(all.map((one) => one.units)))
    }),
  )
})
