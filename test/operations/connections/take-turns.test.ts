import { expect, test } from 'vitest'
import { takeTurns } from '#operations/connections/take-turns.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')

describeOnEachDatabase('turns at a supplier', (open) => {
  test('two processes together take one a second, however many callers wait', async () => {
    const database = open()
    let now = NOON
    const taken: number[] = []
    const sleep = async (ms: number) => {
      await Promise.resolve()
      now += ms / 4 // sleepers wake at different times
    }
    const processes = [1, 2].map(() => takeTurns(database, 'emailjs', () => now, sleep))
    await Promise.all(
      processes.flatMap((takeTurn) =>
        [1, 2, 3].map(async () => {
          await takeTurn(1_000)
          taken.push(now)
        }),
      ),
    )
    expect(taken).toHaveLength(6)
    const gaps = taken.slice(1).map((at, index) => at - (taken[index] ?? 0))
    expect(now - NOON).toBeGreaterThanOrEqual(5_000)
    expect(gaps.every((gap) => gap >= 750)).toBe(true)
  })

  test('names have their own turns, and a failure of the database ends no queue', async () => {
    const database = open()
    const slept: number[] = []
    const sleep = async (ms: number) => void slept.push(ms)
    await takeTurns(database, 'one', () => NOON, sleep)(1_000)
    await takeTurns(database, 'other', () => NOON, sleep)(1_000)
    expect(slept).toEqual([])
    let isAway = true
    const broken = {
      ...database,
      get db() {
        if (isAway) throw new Error('away')
        return database.db
      },
    }
    const takeTurn = takeTurns(broken, 'third', () => NOON, sleep)
    await expect(takeTurn(1_000)).rejects.toThrow('away')
    isAway = false
    await takeTurn(1_000)
  })
})
