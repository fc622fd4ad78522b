import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deferToPlacements } from './defer-to-placements.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

/** A rush that never ends: every wait takes as long as it may. */
function lastingRush() {
  const waits: number[] = []
  const untilQuiet = async (maxMs: number) => {
    waits.push(maxMs)
    vi.advanceTimersByTime(maxMs)
    return maxMs
  }
  return { waits, untilQuiet }
}

test('in a long rush, work is deferred once in each period and then keeps up', async () => {
  const rush = lastingRush()
  const defer = deferToPlacements(rush, { maxMs: 5_000, perMs: 60_000 })
  for (let round = 0; round < 20; round += 1) await defer()
  expect(rush.waits).toEqual([5_000])
  vi.advanceTimersByTime(55_000)
  for (let round = 0; round < 20; round += 1) await defer()
  expect(rush.waits).toEqual([5_000, 5_000])
})

test('short waits add up to the limit', async () => {
  const waits: number[] = []
  const untilQuiet = async (maxMs: number) => {
    waits.push(maxMs)
    return 2_000
  }
  const defer = deferToPlacements({ untilQuiet }, { maxMs: 5_000, perMs: 60_000 })
  for (let round = 0; round < 5; round += 1) await defer()
  expect(waits).toEqual([5_000, 3_000, 1_000])
})
