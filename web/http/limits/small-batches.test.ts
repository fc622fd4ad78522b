import { expect, test } from 'vitest'
import { SmallBatches } from './small-batches.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a single task starts immediately', () => {
  const few = new SmallBatches()
  let begun = 0
  few.begin(() => (begun += 1))
  expect(begun).toBe(1)
})

test('thousands of tasks start in order of arrival, and other work runs in between', async () => {
  const few = new SmallBatches()
  const begun: number[] = []
  for (let one = 0; one < 2_000; one += 1) few.begin(() => begun.push(one))
  expect(begun).toHaveLength(32)
  let others = 0
  while (begun.length < 2_000) {
    await turn()
    others += 1
  }
  expect(begun).toEqual(Array.from({ length: 2_000 }, (_, one) => one))
  expect(others).toBeGreaterThan(50)
})

test('a new task does not overtake waiting ones', async () => {
  const few = new SmallBatches()
  const begun: string[] = []
  for (let one = 0; one < 40; one += 1) few.begin(() => begun.push('early'))
  await turn()
  few.begin(() => begun.push('late'))
  while (begun.length < 41) await turn()
  expect(begun.at(-1)).toBe('late')
})
