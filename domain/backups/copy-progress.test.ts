import { expect, test } from 'vitest'
import { CopyProgress } from './copy-progress.ts'

const at = (index: number, offset: number) => ({ index, offset })

test('changes committed before a moment are safe once a later read of them is stored', () => {
  const copy = new CopyProgress()
  copy.observe({ at: 1_000, reads: 5, read: at(0, 100), stored: at(0, 100) })
  expect(copy.storedTo).toBeNull()
  // The read that was under way at the first sample may have missed what was committed just before it.
  copy.observe({ at: 2_000, reads: 6, read: at(0, 200), stored: at(0, 200) })
  expect(copy.storedTo).toBeNull()
  copy.observe({ at: 3_000, reads: 7, read: at(0, 300), stored: at(0, 200) })
  expect(copy.storedTo).toBeNull()
  copy.observe({ at: 4_000, reads: 9, read: at(0, 400), stored: at(0, 300) })
  expect(copy.storedTo).toBe(1_000)
  copy.observe({ at: 5_000, reads: 11, read: at(0, 400), stored: at(0, 400) })
  expect(copy.storedTo).toBe(4_000)
})

test('while nothing new is stored, the safe moment does not advance', () => {
  const copy = new CopyProgress()
  for (let second = 1; second < 9; second += 1) {
    copy.observe({ at: second * 1_000, reads: second * 2, read: at(0, second * 100), stored: at(0, 50) })
  }
  expect(copy.storedTo).toBeNull()
})

test('a copy whose reads fail is not mistaken for one without changes', () => {
  const copy = new CopyProgress()
  for (let second = 1; second < 9; second += 1) {
    copy.observe({ at: second * 1_000, reads: 2, read: at(0, 100), stored: at(0, 100) })
  }
  expect(copy.storedTo).toBeNull()
})

test('a new stream counts only once its beginning is stored', () => {
  const copy = new CopyProgress()
  copy.observe({ at: 1_000, reads: 2, read: at(7, 500), stored: at(7, 400) })
  copy.observe({ at: 2_000, reads: 4, read: at(7, 600), stored: at(7, 400) })
  copy.observe({ at: 3_000, reads: 6, read: at(0, 90), stored: at(7, 600) })
  copy.observe({ at: 4_000, reads: 8, read: at(0, 90), stored: at(7, 600) })
  expect(copy.storedTo).toBeNull()
  copy.observe({ at: 5_000, reads: 10, read: at(0, 90), stored: at(0, 90) })
  expect(copy.storedTo).toBe(4_000)
})

test('after a restart of the copying process the counters begin again, and the safe moment stays', () => {
  const copy = new CopyProgress()
  for (const [second, reads] of [
    [1, 100],
    [2, 102],
    [3, 104],
  ] as const) {
    copy.observe({ at: second * 1_000, reads, read: at(0, 10), stored: at(0, 10) })
  }
  expect(copy.storedTo).toBe(2_000)
  copy.restart()
  copy.observe({ at: 9_000, reads: 1, read: at(0, 10), stored: at(0, 10) })
  copy.observe({ at: 10_000, reads: 2, read: at(0, 10), stored: at(0, 10) })
  expect(copy.storedTo).toBe(2_000)
  copy.observe({ at: 11_000, reads: 3, read: at(0, 10), stored: at(0, 10) })
  expect(copy.storedTo).toBe(9_000)
})
