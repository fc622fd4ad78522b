import { expect, test } from 'vitest'
import { addDays, shopDay, startOfDay, startsOfDays } from './shop-day.ts'

test('a day begins at midnight in the time zone of the shop, not of the server', () => {
  expect(startOfDay('2026-11-21', 'America/Regina')).toBe(Date.parse('2026-11-21T06:00:00Z'))
  expect(shopDay(Date.parse('2026-11-21T05:59:59Z'), 'America/Regina')).toBe('2026-11-20')
  expect(shopDay(Date.parse('2026-11-21T06:00:00Z'), 'America/Regina')).toBe('2026-11-21')
})

test('every day of a year with clock changes begins on that date', () => {
  // In Santiago, Havana, Cairo and Beirut the clock skips midnight once a year.
  const skipping = ['America/Santiago', 'America/Havana', 'Africa/Cairo', 'Asia/Beirut']
  for (const timeZone of ['America/Toronto', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC', ...skipping]) {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const start = startOfDay(day, timeZone) ?? 0
      expect(shopDay(start, timeZone)).toBe(day)
      expect(shopDay(start - 1, timeZone), `before ${day}`).toBe(addDays(day, -1))
    }
  }
})

test('an invalid day has no start', () => {
  for (const text of ['', 'today', '2026-2-1', '2026-02-30', '2026-13-01']) {
    expect(startOfDay(text, 'UTC'), text).toBe(null)
  }
})

test('days between two clocks that agree begin as each by itself', () => {
  for (const timeZone of ['America/Regina', 'America/Toronto', 'Africa/Casablanca', 'Australia/Lord_Howe']) {
    const days = startsOfDays({ from: '2025-10-20', to: '2026-11-05' }, timeZone)
    expect(days).toHaveLength(382)
    expect(days).toEqual(days.map(({ day }) => ({ day, begins: startOfDay(day, timeZone) })))
  }
})
