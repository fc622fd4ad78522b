import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadInTime } from './load-in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('loading the code of a screen fails after 120 seconds, and not before', async () => {
  const ended = vi.fn()
  loadInTime(() => new Promise<never>(() => {})).catch(ended)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledWith(new Error('It did not arrive in time'))
})

test('loaded code is returned unchanged, and no timer is left', async () => {
  expect(await loadInTime(async () => 'screen')).toBe('screen')
  expect(vi.getTimerCount()).toBe(0)
})
