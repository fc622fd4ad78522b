import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SIZES } from './size.ts'
import {
  formatCentimetres,
  formatInches,
  parseCentimetres,
  parseSizeChart,
  SIZE_CHART_LIMITS,
} from './size-chart.ts'

const length = fc.integer({ min: 1, max: SIZE_CHART_LIMITS.millimetres })

test('every length survives being shown in centimetres and typed in again', () => {
  fc.assert(
    fc.property(length, (one) => {
      expect(parseCentimetres(formatCentimetres(one))).toBe(one)
    }),
  )
})

test('inches are never off by more than an eighth', () => {
  const quarters: Record<string, number> = { '¼': 0.25, '½': 0.5, '¾': 0.75 }
  fc.assert(
    fc.property(length, (one) => {
      const text = formatInches(one)
      const rest = quarters[text.at(-1) ?? ''] ?? 0
      const inches = Number(rest > 0 ? text.slice(0, -1) : text) + rest
      expect(Math.abs(inches - one / 25.4)).toBeLessThanOrEqual(0.125 + 1e-9)
    }),
  )
})

test.each([
  [520, '52', '20½'],
  [525, '52.5', '20¾'],
  [5, '0.5', '¼'],
  [254, '25.4', '10'],
])('%i mm reads %s cm and %s in', (millimetres, centimetres, inches) => {
  expect(formatCentimetres(millimetres)).toBe(centimetres)
  expect(formatInches(millimetres)).toBe(inches)
})

test.each(['wide', '-3', '0', '52.55', '1e3', '999', '5 2'])('%j is not a length', (typed) => {
  expect(parseCentimetres(typed)).toBeNaN()
})

test('a comma is a decimal point too, and an empty field means not measured', () => {
  expect(parseCentimetres(' 52,5 ')).toBe(525)
  expect(parseCentimetres(' ')).toBeNull()
})

test('a chart lists the measured sizes, in the order of the shop', () => {
  const rows = SIZES.toReversed().map((size) => ({ size, lengths: [size === 'M' ? null : 500, null] }))
  const chart = parseSizeChart({ measurements: [' Chest ', 'Sleeve'], rows })
  expect(chart?.measurements).toEqual(['Chest', 'Sleeve'])
  expect(chart?.rows.map(({ size }) => size)).toEqual(['XS', 'S', 'L', 'XL', 'XXL'])
  expect(parseSizeChart(chart)).toEqual(chart)
})

test.each([
  ['a name twice', { measurements: ['Chest', 'chest'], rows: [] }],
  ['a name that is empty', { measurements: [' '], rows: [] }],
  ['too many columns', { measurements: [...'abcdefghi'], rows: [] }],
  ['a short row', { measurements: ['Chest'], rows: [{ size: 'M', lengths: [] }] }],
  ['half a millimetre', { measurements: ['Chest'], rows: [{ size: 'M', lengths: [0.5] }] }],
  ['a size twice', { measurements: [], rows: ['M', 'M'].map((size) => ({ size, lengths: [] })) }],
  ['a size that the shop does not have', { measurements: [], rows: [{ size: '4', lengths: [] }] }],
  ['anything else', 'chart'],
])('%s is not a size chart', (_what, value) => {
  expect(parseSizeChart(value)).toBeNull()
})
