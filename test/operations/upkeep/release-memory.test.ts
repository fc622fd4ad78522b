import { expect, test } from 'vitest'
import { RequestCounts } from '#domain/monitoring/request-counts.ts'
import { releaseMemory } from '#operations/upkeep/release-memory.ts'

const MB = 1e6

/** A shop whose memory falls to 100 MB when garbage is collected. */
function shopWith(megabytes: number) {
  const counts = new RequestCounts()
  const state = { collections: 0, resident: megabytes * MB }
  const collect = () => {
    state.collections += 1
    state.resident = 100 * MB
  }
  const round = releaseMemory(counts, collect, () => state.resident)
  const rounds = async (count: number) => {
    for (let at = 0; at < count; at += 1) await round()
  }
  return { counts, state, rounds }
}

test('memory is returned once after three rounds without a request', async () => {
  const { counts, state, rounds } = shopWith(130)
  counts.cached += 1
  await rounds(3)
  expect(state.collections).toBe(0)
  await rounds(20)
  expect(state.collections).toBe(1)
})

test('a shop in use is not stopped', async () => {
  const { counts, state, rounds } = shopWith(130)
  for (let visit = 0; visit < 10; visit += 1) {
    counts.answered('page', 200, 3)
    await rounds(3)
  }
  expect(state.collections).toBe(0)
})

test('memory is returned again after a minute, when 12 MB have accumulated', async () => {
  const { state, rounds } = shopWith(130)
  await rounds(3)
  expect(state.collections).toBe(1)
  state.resident = 112 * MB
  await rounds(59)
  expect(state.collections).toBe(1)
  await rounds(1)
  expect(state.collections).toBe(2)
  state.resident = 111 * MB
  await rounds(100)
  expect(state.collections).toBe(2)
})
