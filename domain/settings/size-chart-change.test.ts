import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeChartChange } from './size-chart-change.ts'
import { NO_SIZE_CHART } from './size-chart.ts'
import type { SizeChartDraft } from '#domain/catalog/size-chart.ts'

const chart = (measurements: string[], rows: Record<string, (number | null)[]>): SizeChartDraft => ({
  measurements,
  rows: Object.entries(rows).map(([size, lengths]) => ({ size, lengths })),
})
const BEFORE = chart(['Chest', 'Length'], { S: [540, 690], M: [560, 710] })

test.each([
  ['nothing', BEFORE, ''],
  ['rows in another order', { ...BEFORE, rows: BEFORE.rows.toReversed() }, ''],
  [
    'an added column',
    chart(['Chest', 'Length', 'Sleeve'], { S: [540, 690, 600], M: [560, 710, null] }),
    'Sleeve added',
  ],
  ['a removed column', chart(['Chest'], { S: [540], M: [560] }), 'Length removed'],
  ['another name', chart(['Width', 'Length'], { S: [540, 690], M: [560, 710] }), 'Chest renamed to Width'],
  ['lengths', chart(['Chest', 'Length'], { S: [545, 690], M: [565, 710] }), 'Chest of S, M'],
  ['a removed size', chart(['Chest', 'Length'], { S: [540, 690] }), 'Chest of M; Length of M'],
  ['the order', chart(['Length', 'Chest'], { S: [690, 540], M: [710, 560] }), 'Order of the measurements'],
  ['everything', NO_SIZE_CHART, 'Chest removed; Length removed'],
])('the history says what changed: %s', (_what, after, words) => {
  expect(sizeChartChange(BEFORE, after)).toBe(words)
})

test('two charts that read differently always have a description of the change', () => {
  const names = fc.uniqueArray(fc.constantFrom('Chest', 'Length', 'Sleeve'), { minLength: 1 })
  const lengths = fc.array(fc.option(fc.integer({ min: 1, max: 9 })), { minLength: 3, maxLength: 3 })
  const any = fc.record({ names, S: lengths, M: lengths }).map(({ names: all, ...rows }) =>
    chart(
      all,
      Object.fromEntries(
        Object.entries(rows)
          .map(([size, row]) => [size, row.slice(0, all.length)] as const)
          .filter(([, row]) => row.some((one) => one !== null)),
      ),
    ),
  )
  fc.assert(
    fc.property(any, any, (one, other) => {
      expect(sizeChartChange(one, other) === '').toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})

test('another name of a chart is told', () => {
  const named = (name: string) => ({ ...BEFORE, name })
  expect(sizeChartChange(named('Loose'), named('Relaxed'))).toBe('Renamed from Loose to Relaxed')
})
