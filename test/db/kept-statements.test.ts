import { expect, test } from 'vitest'
import { insertRows, keptStatement } from '#db/engine/kept-statements.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const NOON = 1_790_000_000_000
const FULL = { tokens: 5, at: NOON }

describeOnEachDatabase('a statement that is kept', (open) => {
  const tokensOf = keptStatement((db, { key, least }: { key: string; least: number }, order) =>
    db
      .selectFrom('throttles')
      .select('tokens')
      .where('key', '>=', key)
      .where('tokens', '>', least)
      .where('at', '=', NOON)
      .orderBy('key', order === 'backwards' ? 'desc' : 'asc'),
  )

  test('is built once for each shape, and answers to the values of each run', async () => {
    const { db } = open()
    await insertRows(db, 'throttles', [
      { ...FULL, key: 'ada' },
      { ...FULL, key: 'bob', tokens: 2 },
    ])
    expect((await tokensOf(db, { key: 'ada', least: 0 })).rows).toEqual([{ tokens: 5 }, { tokens: 2 }])
    expect((await tokensOf(db, { key: 'ada', least: 2 })).rows).toEqual([{ tokens: 5 }])
    expect((await tokensOf(db, { key: 'b', least: 0 })).rows).toEqual([{ tokens: 2 }])
    expect((await tokensOf(db, { key: 'a', least: 0 }, 'backwards')).rows[0]).toEqual({ tokens: 2 })
  })

  test('takes part in the transaction that it runs in', async () => {
    const { db } = open()
    const failing = db.transaction().execute(async (tx) => {
      await insertRows(tx, 'throttles', [{ ...FULL, key: 'ada' }])
      expect((await tokensOf(tx, { key: 'ada', least: 0 })).rows).toHaveLength(1)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect((await tokensOf(db, { key: 'ada', least: 0 })).rows).toEqual([])
  })

  test('is not run without one of its values', async () => {
    const lacking = { key: 'ada' } as { key: string; least: number }
    await expect(async () => tokensOf(open().db, lacking)).rejects.toThrow('a value for least')
  })

  test('inserts any number of rows, and leaves out those whose key exists', async () => {
    const { db } = open()
    const rows = (count: number) =>
      Array.from({ length: count }, (_, turn) => ({ ...FULL, key: `key ${turn}` }))
    expect(await insertRows(db, 'throttles', rows(0))).toBe(0)
    expect(await insertRows(db, 'throttles', rows(2))).toBe(2)
    expect(await insertRows(db, 'throttles', rows(70), { unless: 'key' })).toBe(68)
    expect(await insertRows(db, 'throttles', rows(70), { unless: 'key' })).toBe(0)
    await expect(insertRows(db, 'throttles', rows(1))).rejects.toThrow(/unique/i)
    expect((await tokensOf(db, { key: 'key', least: 0 })).rows).toHaveLength(70)
  })

  test('inserts only rows with the same columns, in whatever order each names them', async () => {
    const { db } = open()
    await insertRows(db, 'throttles', [
      { key: 'ada', tokens: 1, at: NOON },
      { at: NOON, tokens: 2, key: 'bob' },
    ])
    expect((await tokensOf(db, { key: 'bob', least: 0 })).rows).toEqual([{ tokens: 2 }])
    const uneven = [
      { ...FULL, key: 'cy' },
      { ...FULL, key: 'di', more: 1 },
    ]
    await expect(insertRows(db, 'throttles', uneven)).rejects.toThrow('the same columns')
  })
})
