import { expect, test } from 'vitest'
import {
  commonPeriods,
  lastQuarters,
  daysOf,
  findPeriodFault,
  periodBefore,
  quarterName,
  quarterOf,
  rangeOf,
} from './period.ts'

const HOUR = 3_600_000

test('the period before has as many days, and ends the day before', () => {
  expect(periodBefore({ from: '2026-11-01', to: '2026-11-27' })).toEqual({
    from: '2026-10-05',
    to: '2026-10-31',
  })
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
    from: '2026-02-28',
    to: '2026-02-28',
  })
  expect(daysOf({ from: '2026-03-01', to: '2026-03-31' })).toBe(31)
})

test('a day lasts 23 or 25 hours when the clock of the shop changes, and begins at its midnight', () => {
  const lengthOf = (day: string, timeZone: string) => {
    const { from, until } = rangeOf({ from: day, to: day }, timeZone)
    return (until - from) / HOUR
  }
  expect(lengthOf('2026-03-08', 'America/Toronto')).toBe(23)
  expect(lengthOf('2026-11-01', 'America/Toronto')).toBe(25)
  expect(lengthOf('2026-03-08', 'America/Regina')).toBe(24)
  expect(rangeOf({ from: '2026-11-01', to: '2026-11-01' }, 'America/Toronto')).toEqual({
    from: Date.parse('2026-11-01T04:00:00Z'),
    until: Date.parse('2026-11-02T05:00:00Z'),
  })
})

test('a quarter has whole months, and only a whole one has a name', () => {
  expect(quarterOf('2026-11-27')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(quarterOf('2028-02-29')).toEqual({ from: '2028-01-01', to: '2028-03-31' })
  expect(quarterName({ from: '2026-01-01', to: '2026-03-31' })).toBe('2026 Q1')
  expect(quarterName({ from: '2026-10-01', to: '2026-12-31' })).toBe('2026 Q4')
  expect(quarterName({ from: '2026-10-01', to: '2026-11-27' })).toBeNull()
})

test('taxes are reported by quarter: this one and the four before', () => {
  expect(lastQuarters('2026-02-03').map(({ label }) => label)).toEqual([
    '2026 Q1',
    '2025 Q4',
    '2025 Q3',
    '2025 Q2',
    '2025 Q1',
  ])
})

test('the common periods that are not over end today', () => {
  expect(Object.fromEntries(commonPeriods('2026-01-15').map(({ label, period }) => [label, period]))).toEqual(
    {
      Today: { from: '2026-01-15', to: '2026-01-15' },
      'Last 7 days': { from: '2026-01-09', to: '2026-01-15' },
      'Last 30 days': { from: '2025-12-17', to: '2026-01-15' },
      'This month': { from: '2026-01-01', to: '2026-01-15' },
      'Last month': { from: '2025-12-01', to: '2025-12-31' },
      'This quarter': { from: '2026-01-01', to: '2026-01-15' },
      'Last quarter': { from: '2025-10-01', to: '2025-12-31' },
      'This year': { from: '2026-01-01', to: '2026-01-15' },
    },
  )
})

test('a period has its days in order, and at most five years', () => {
  expect(findPeriodFault({ from: '2026-01-02', to: '2026-01-01' })).toBe(
    'The first day is after the last one.',
  )
  expect(findPeriodFault({ from: '2020-01-01', to: '2026-01-01' })).toBe('Choose at most five years.')
  expect(findPeriodFault({ from: '2022-01-01', to: '2026-12-31' })).toBeNull()
})
