import { expect, test } from 'vitest'
import { clockTime, endingWith, epochFromClock, momentWords } from './shop-time.ts'

const HOUR = 3_600_000

test('a time is read and shown by the clock of the shop, wherever the browser is', () => {
  const noon = Date.parse('2026-12-01T18:00:00Z')
  expect(epochFromClock('2026-12-01T12:00', 'America/Regina')).toBe(noon)
  expect(clockTime(noon, 'America/Regina')).toBe('2026-12-01T12:00')
  expect(epochFromClock('2026-12-01T23:45', 'Asia/Kathmandu')).toBe(noon)
  expect(clockTime(noon, 'UTC')).toBe('2026-12-01T18:00')
})

test.each([
  ['America/Toronto', '2026-03-08'],
  ['America/Toronto', '2026-11-01'],
  ['Pacific/Auckland', '2026-09-26'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['UTC', '2026-02-28'],
])('around a change of the clock in %s every time is read as it is shown: %s', (timeZone, day) => {
  for (let at = Date.parse(`${day}T00:00Z`) - 12 * HOUR; at < Date.parse(`${day}T23:00Z`); at += HOUR / 2) {
    const clock = clockTime(at, timeZone)
    // A time that the clock shows twice has two moments.
    expect(clockTime(epochFromClock(clock, timeZone) ?? 0, timeZone)).toBe(clock)
  }
})

test('a time that the clock skips counts as if it had not, one that it shows twice is the first', () => {
  expect(epochFromClock('2026-03-08T02:30', 'America/Toronto')).toBe(Date.parse('2026-03-08T07:30:00Z'))
  expect(epochFromClock('2026-09-27T02:30', 'Pacific/Auckland')).toBe(Date.parse('2026-09-26T14:30:00Z'))
  expect(epochFromClock('2026-11-01T01:30', 'America/Toronto')).toBe(Date.parse('2026-11-01T05:30:00Z'))
  expect(epochFromClock('2026-04-05T02:30', 'Pacific/Auckland')).toBe(Date.parse('2026-04-04T13:30:00Z'))
})

test('a time at the end of a sentence leaves it to the sentence to end', () => {
  const at = momentWords(Date.parse('2026-12-05T00:00Z'), 'en-CA', 'America/Regina')
  expect(`On sale ${endingWith(at)}.`).toBe('On sale Friday, December 4 at 6:00 p.m.')
})

test('an invalid time is none', () => {
  for (const text of ['', 'tomorrow', '2026-13-01T00:00', '2026-12-01', '2026-12-01T12:00Z']) {
    expect(epochFromClock(text, 'UTC'), text).toBe(null)
  }
})
