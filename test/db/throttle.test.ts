import { expect, test } from 'vitest'
import { clearAttempts, takeAttempt } from '#db/engine/throttle.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const limit = { burst: 5, refillMs: 60_000 }
const NOON = 1_790_000_000_000

describeOnEachDatabase('a throttle', (open, { connectAgain }) => {
  test('allows a burst, then one more after each refill, and returns how long to wait', async () => {
    const { db } = open()
    for (let i = 0; i < 5; i++) expect(await takeAttempt(db, 'ada', limit, NOON)).toBeNull()
    expect(await takeAttempt(db, 'ada', limit, NOON)).toBe(60)
    expect(await takeAttempt(db, 'ada', limit, NOON + 45_000)).toBe(15)
    expect(await takeAttempt(db, 'ada', limit, NOON + 60_000)).toBeNull()
    expect(await takeAttempt(db, 'ada', limit, NOON + 60_000)).toBe(60)
    expect(await takeAttempt(db, 'bob', limit, NOON)).toBeNull()
  })

  test('never holds more than the burst, however long it was unused', async () => {
    const { db } = open()
    await takeAttempt(db, 'ada', limit, NOON)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => takeAttempt(db, 'ada', limit, NOON + 86_400_000)),
    )
    expect(results.filter((wait) => wait === null)).toHaveLength(5)
  })

  test('is shared by two processes that count at the same time', async () => {
    const other = await connectAgain()
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => takeAttempt((i % 2 ? other : open()).db, 'ada', limit, NOON)),
    )
    expect(results.filter((wait) => wait === null)).toHaveLength(5)
  })

  test('is reset when its attempts are forgotten', async () => {
    const { db } = open()
    for (let i = 0; i < 6; i++) await takeAttempt(db, 'ada', limit, NOON)
    await clearAttempts(db, 'ada')
    expect(await takeAttempt(db, 'ada', limit, NOON)).toBeNull()
  })
})
