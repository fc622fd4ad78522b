import { expect, test, vi } from 'vitest'
import { watchMemory } from './watch-memory.ts'

test('the callback is called once when a process exceeds the memory limit', async () => {
  const tooMuch = vi.fn<() => void>()
  const stop = watchMemory(tooMuch, 1)
  await expect.poll(() => tooMuch.mock.calls.length).toBe(1)
  expect(stop()).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(tooMuch).toHaveBeenCalledTimes(1)
})

test('the callback is not called below the limit, or after the picture is done', async () => {
  const tooMuch = vi.fn<() => void>()
  expect(watchMemory(tooMuch, Number.MAX_SAFE_INTEGER)()).toBe(true)
  expect(watchMemory(tooMuch, 1)()).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(tooMuch).not.toHaveBeenCalled()
})
