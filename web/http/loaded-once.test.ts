import { expect, test } from 'vitest'
import { loadedOnce } from './loaded-once.ts'

test('simultaneous calls share one load, and later calls its result', async () => {
  let loads = 0
  const get = loadedOnce(async () => ++loads)
  expect(loads).toBe(0)
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

test('a failed load is refused to all that waited for it, and repeated by the next call', async () => {
  let loads = 0
  const get = loadedOnce(async () => {
    loads += 1
    if (loads === 1) throw new Error('no such file')
    return loads
  })
  const [first, second] = await Promise.allSettled([get(), get()])
  expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
  expect(await get()).toBe(2)
})
