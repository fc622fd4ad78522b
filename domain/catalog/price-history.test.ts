import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { priorPrice, wasAsked } from './price-history.ts'

const DAY = 24 * 60 * 60_000
const period = (day: number, price: number, compareAt: number | null = null) => ({
  since: day * DAY,
  price: cents(price),
  compareAt: compareAt === null ? null : cents(compareAt),
})

test.each([
  ['a product that is not reduced has none', [period(0, 80_00)], null],
  ['it is what was asked before', [period(0, 80_00), period(60, 60_00, 80_00)], 80_00],
  [
    'it is the lowest of the last 30 days',
    [period(0, 80_00), period(40, 70_00), period(50, 90_00), period(60, 60_00, 90_00)],
    70_00,
  ],
  [
    'a lower price that ended 30 days before does not count',
    [period(0, 50_00), period(30, 80_00), period(60, 60_00, 80_00)],
    80_00,
  ],
  ['one that ended a day later does', [period(0, 50_00), period(31, 80_00), period(60, 60_00, 80_00)], 50_00],
  [
    'a reduction that grows keeps the price before its first step',
    [period(0, 80_00), period(60, 60_00, 80_00), period(70, 40_00, 80_00)],
    80_00,
  ],
  [
    'one after a higher price is another reduction',
    [period(0, 80_00), period(60, 40_00, 80_00), period(70, 60_00, 80_00)],
    40_00,
  ],
  ['a product that was reduced from its first day was not offered before', [period(0, 60_00, 80_00)], null],
])('the price before a reduction: %s', (_what, periods, lowest) => {
  expect(priorPrice(periods)).toBe(lowest)
})

test('a compared price was asked when the product had it, or a higher one', () => {
  const periods = [period(0, 80_00), period(60, 60_00, 80_00)]
  expect([wasAsked(periods, 80_00), wasAsked(periods, 79_00), wasAsked(periods, 80_01)]).toEqual([
    true,
    true,
    false,
  ])
})
