import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { fillNextBatch, isFilled, type Backfill } from '#db/upgrades/backfills.ts'
import { runBackfills } from '#operations/upgrades/run-backfills.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const ROWS = 300

describeOnEachDatabase('rows that are filled in steps', (open, { connectAgain }) => {
  let shop: TestShop
  let sizes: number[]

  /** The example of docs/wings/upgrades.md: settings get an exclamation mark, once each. */
  const louder: Backfill = {
    name: 'settings-louder',
    async fill(tx, after, limit) {
      const rows = await tx
        .selectFrom('settings')
        .select(['name', 'value'])
        .where('name', '>', after ?? '')
        .where('name', 'like', 'row-%')
        .orderBy('name')
        .limit(limit)
        .execute()
      const last = rows.at(-1)
      if (last === undefined) return null
      sizes.push(rows.length)
      const plain = rows.filter(({ value }) => !value.endsWith('!')).map(({ name }) => name)
      if (plain.length > 0) {
        const louderValue = sql<string>`value || '!'`
        await tx.updateTable('settings').set({ value: louderValue }).where('name', 'in', plain).execute()
      }
      return { last: last.name, rows: rows.length }
    },
  }

  beforeEach(async () => {
    shop = await openTestShop(open())
    sizes = []
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      name: `row-${String(at).padStart(4, '0')}`,
      value: 'quiet',
    }))
    await open().db.insertInto('settings').values(rows).execute()
  })

  const loud = async () => {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as "rows" from settings where value = 'quiet!'`.execute(open().db)
    return Number(rows[0]?.rows)
  }

  /** A pace whose batches take this long; it counts the rests. */
  function pace(batchMs: (rows: number) => number) {
    const rests: number[] = []
    let isBegin = true
    const now = () => {
      isBegin = !isBegin
      return isBegin ? batchMs(sizes.at(-1) ?? 0) : 0
    }
    return { rests, now, rest: async (milliseconds: number) => void rests.push(milliseconds) }
  }

  test('are filled batch by batch, each followed by a pause twice as long, until all are filled', async () => {
    const quick = pace(() => 10)
    const round = runBackfills(shop, [louder], quick)
    expect(await isFilled(open().db, louder.name)).toBe(false)
    while ((await round()) > 0);
    expect(await loud()).toBe(ROWS)
    expect(await isFilled(open().db, louder.name)).toBe(true)
    expect(sizes).toEqual([50, 75, 113, 62])
    expect(quick.rests).toEqual([20, 20, 20, 20, 20])
  })

  test('are filled in smaller batches when each takes long', async () => {
    const round = runBackfills(
      shop,
      [louder],
      pace(() => 200),
    )
    while ((await round()) > 0);
    expect(sizes.slice(0, 5)).toEqual([50, 25, 12, 6, 5])
    expect(await loud()).toBe(ROWS)
  })

  test('continue where a killed process stopped, and a batch that fails changes nothing', async () => {
    await fillNextBatch(open(), louder, { limit: 100, now: 1 })
    const broken: Backfill = {
      ...louder,
      async fill(tx, after, limit) {
        await louder.fill(tx, after, limit)
        throw new Error('The process is gone')
      },
    }
    await expect(fillNextBatch(open(), broken, { limit: 100, now: 2 })).rejects.toThrow('is gone')
    expect(await loud()).toBe(100)
    expect(await fillNextBatch(open(), louder, { limit: 100, now: 3 })).toEqual({
      filled: 200,
      isDone: false,
    })
    const round = runBackfills(shop, [louder])
    while ((await round()) > 0);
    expect(await loud()).toBe(ROWS)
  })

  test('are filled once each by two processes', async () => {
    const rounds = [open(), await connectAgain()].map((database) =>
      runBackfills(
        { ...shop, database },
        [louder],
        pace(() => 30),
      ),
    )
    for (const round of rounds) expect(await round()).toBe(1)
    await Promise.all(
      rounds.map(async (round) => {
        while (!(await isFilled(open().db, louder.name))) await round()
      }),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(ROWS)
    expect(await loud()).toBe(ROWS)
  })

  test('cost nothing once all of them are filled', async () => {
    const round = runBackfills(shop, [])
    expect(await round()).toBe(0)
  })
})
