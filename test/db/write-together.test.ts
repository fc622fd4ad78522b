import type { Kysely } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { compiledInsert, insertRows, compiledStatement } from '#db/engine/compiled-statements.ts'
import { writeAtomically, type Write } from '#db/engine/statements/write-together.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const NOON = 1_790_000_000_000

describeOnEachDatabase('writes that are sent together', (open) => {
  const takeFrom = compiledStatement((db, { key, seen }: { key: string; seen: number }) =>
    db.updateTable('throttles').set({ tokens: 0 }).where('key', '=', key).where('tokens', '=', seen),
  )

  const added = (db: Kysely<Database>, key: string, unless?: 'key'): Write => ({
    query: compiledInsert(db, 'throttles', [{ key, tokens: 5, at: NOON }], unless ? { unless } : {}),
  })
  const taken = (db: Kysely<Database>, key: string, seen = 5): Write => ({
    query: takeFrom.query(db, { key, seen }),
    least: 1,
  })

  const tokens = async () => {
    const rows = await open().db.selectFrom('throttles').select(['key', 'tokens']).orderBy('key').execute()
    return Object.fromEntries(rows.map((row) => [row.key, row.tokens]))
  }

  beforeEach(() => insertRows(open().db, 'throttles', [{ key: 'ada', tokens: 5, at: NOON }]))

  test('are all carried out, each with its own values', async () => {
    for (const name of ['bob', 'eve']) {
      expect(
        await writeAtomically(open(), (tx) => [
          added(tx, name),
          added(tx, `${name} too`),
          added(tx, 'ada', 'key'),
        ]),
      ).toBe(true)
    }
    expect(await writeAtomically(open(), (tx) => [taken(tx, 'ada'), added(tx, 'zoe')])).toBe(true)
    expect(await tokens()).toEqual({ ada: 0, bob: 5, 'bob too': 5, eve: 5, 'eve too': 5, zoe: 5 })
  })

  test('are all refused when one of them changes fewer rows than it must', async () => {
    expect(await writeAtomically(open(), (tx) => [added(tx, 'bob'), taken(tx, 'ada', 4)])).toBe(false)
    expect(await writeAtomically(open(), (tx) => [taken(tx, 'ada'), taken(tx, 'nobody')])).toBe(false)
    expect(await tokens()).toEqual({ ada: 5 })
  })

  test('are carried out for only one of two transactions that rely on the same row', async () => {
    const both = await Promise.all(
      ['bob', 'eve'].map((name) => writeAtomically(open(), (tx) => [taken(tx, 'ada'), added(tx, name)])),
    )
    expect(both.toSorted()).toEqual([false, true])
    expect(Object.keys(await tokens())).toHaveLength(2)
  })

  test('report a failure of another kind unchanged', async () => {
    await expect(writeAtomically(open(), (tx) => [added(tx, 'bob'), added(tx, 'ada')])).rejects.toThrow(
      /unique/i,
    )
    expect(await tokens()).toEqual({ ada: 5 })
  })

  test('are refused when they are sent after the end of their transaction', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const addAll = async (tx: Tx) => {
      for (const name of ['bob', 'eve', 'zoe', 'kim', 'lou', 'sam'])
        await insertRows(tx, 'throttles', [{ key: name, tokens: 5, at: NOON }])
    }
    const work = transact(open(), async (tx) => {
      late = addAll(tx)
      late.catch(() => {})
      throw new Error('Undone')
    })
    await expect(work).rejects.toThrow('Undone')
    await expect(late).rejects.toThrow()
    expect(await tokens()).toEqual({ ada: 5 })
  })
})
