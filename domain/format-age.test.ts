import { expect, test } from 'vitest'
import { formatAge } from './format-age.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [-MINUTE, 'just now'],
  [59_999, 'just now'],
  [MINUTE, '1 minute'],
  [59 * MINUTE, '59 minutes'],
  [HOUR, '1 hour'],
  [DAY - 1, '23 hours'],
  [DAY, '1 day'],
  [2 * DAY + 23 * HOUR, '2 days'],
  [13 * DAY, '13 days'],
  [14 * DAY, '2 weeks'],
  [364 * DAY, '52 weeks'],
  [365 * DAY, '1 year'],
  [800 * DAY, '2 years'],
])('an age of %i ms reads "%s"', (milliseconds, words) => {
  expect(formatAge(milliseconds)).toBe(words)
})
