import { expect, test, vi } from 'vitest'
import { dateFormat } from './date-format.ts'
import { shopDay, startOfDay } from './shop-day.ts'

test('a formatter is made once for the same options', () => {
  const options = { dateStyle: 'long', timeZone: 'America/Regina' } as const
  expect(dateFormat('en-CA', options)).toBe(dateFormat('en-CA', { ...options }))
  expect(dateFormat('en-CA', options)).not.toBe(dateFormat('en-CA', { ...options, timeZone: 'UTC' }))
})

test('the days of many moments need no further formatter', () => {
  const daysOfAWeek = () => {
    for (let hour = 0; hour < 168; hour += 1) shopDay(hour * 3_600_000, 'Pacific/Apia')
    startOfDay('2026-11-23', 'Pacific/Apia')
  }
  daysOfAWeek()
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  daysOfAWeek()
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})
