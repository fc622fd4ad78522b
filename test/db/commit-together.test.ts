import { sql } from 'kysely'
import { beforeEach, expect, inject, test } from 'vitest'
import { compiledInsert, compiledStatement, insertRows } from '#db/engine/compiled-statements.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { OutcomeUnknownError } from '#db/engine/database-failure.ts'
import { commitTogether, transactTogether } from '#db/engine/postgres/commit-together.ts'
import { LastStatement, transact, type Tx } from '#db/engine/transact.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'

const NOON = 1_790_000_000_000

describeOnEachDatabase('simultaneous writes', (open, { testOnPostgres }) => {
  const add = (key: string, unless?: 'key') =>
    commitTogether(
      open(),
      compiledInsert(open().db, 'throttles', [{ key, tokens: 5, at: NOON }], unless ? { unless } : {}),
    )
  const countDown = compiledStatement((db, { key }: { key: string }) =>
    db
      .updateTable('throttles')
      .set((e) => ({ tokens: e('tokens', '-', 1) }))
      .where('key', '=', key)
      .returning('tokens'),
  )
  const take = async (key: string) => {
    const { rows } = await commitTogether(open(), countDown.query(open().db, { key }))
    return rows.map(({ tokens }) => tokens)
  }
  const keys = async () => {
    const rows = await open().db.selectFrom('throttles').select('key').orderBy('key').execute()
    return rows.map(({ key }) => key)
  }

  beforeEach(() => add('ada'))

  test('each get their own answer', async () => {
    const added = await Promise.all([add('bob'), add('ada', 'key'), add('eve')])
    expect(added.map(({ numAffectedRows }) => numAffectedRows)).toEqual([1n, 0n, 1n])
    expect(await Promise.all([take('ada'), take('nobody'), take('eve'), take('ada')])).toEqual([
      [4],
      [],
      [4],
      [3],
    ])
  })

  test('are all made when there are more than fit into one commit', async () => {
    const taken = await Promise.all(Array.from({ length: 200 }, () => take('ada')))
    expect(new Set(taken.flat()).size).toBe(200)
  })

  test('fail alone', async () => {
    const ended = await Promise.allSettled([add('bob'), add('ada'), add('eve')])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await keys()).toEqual(['ada', 'bob', 'eve'])
  })

  testOnPostgres('do not all wait for a locked row that one of them changes', async () => {
    let waiting: Promise<number[]> | undefined
    await open()
      .db.transaction()
      .execute(async (tx) => {
        await tx
          .updateTable('throttles')
          .set({ at: NOON + 1 })
          .where('key', '=', 'ada')
          .execute()
        waiting = take('ada')
        await Promise.all([add('bob'), add('eve')])
        await add('zoe')
        expect(await keys()).toEqual(['ada', 'bob', 'eve', 'zoe'])
      })
    expect(await waiting).toEqual([4])
  })

  testOnPostgres('share one transaction', async () => {
    await Promise.all(['bob', 'eve', 'zoe'].map((key) => add(key)))
    const { rows } = await sql<{ number: number }>`
      select count(distinct xmin::text) as number from throttles where key != 'ada'`.execute(open().db)
    expect(rows).toEqual([{ number: 1 }])
  })
})

describeOnEachDatabase('simultaneous transactions', (open, { testOnPostgres }) => {
  /** Reads a counter, and writes a row with its number together with the commit. */
  const takeAndNote = (key: string, note: string) =>
    transactTogether<number | 'none-left'>(open(), async (tx) => {
      const taken = await tx
        .updateTable('throttles')
        .set((e) => ({ tokens: e('tokens', '-', 1) }))
        .where('key', '=', key)
        .where('tokens', '>', 0)
        .returning('tokens')
        .executeTakeFirst()
      if (taken === undefined) return 'none-left'
      const noted = insertRows(tx, 'throttles', [{ key: note, tokens: taken.tokens, at: NOON }])
      return new LastStatement(noted.then(() => taken.tokens))
    })
  const tokens = async () => {
    const rows = await open().db.selectFrom('throttles').select(['key', 'tokens']).orderBy('key').execute()
    return Object.fromEntries(rows.map((row) => [row.key, row.tokens]))
  }

  beforeEach(() =>
    insertRows(
      open().db,
      'throttles',
      ['ada', 'bob', 'eve'].map((key) => ({ key, tokens: 1, at: NOON })),
    ),
  )

  test('each decide for themselves', async () => {
    const all = [takeAndNote('ada', 'one'), takeAndNote('nobody', 'two'), takeAndNote('eve', 'three')]
    expect(await Promise.all(all)).toEqual([0, 'none-left', 0])
    expect(await tokens()).toEqual({ ada: 0, bob: 1, eve: 0, one: 0, three: 0 })
  })

  test('fail alone, with nothing written', async () => {
    const all = [takeAndNote('ada', 'one'), takeAndNote('bob', 'eve'), takeAndNote('eve', 'three')]
    const ended = await Promise.allSettled(all)
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await tokens()).toEqual({ ada: 0, bob: 1, eve: 0, one: 0, three: 0 })
  })

  test('give the last of something to one of them', async () => {
    const all = ['one', 'two', 'three'].map((note) => takeAndNote('ada', note))
    expect((await Promise.all(all)).toSorted()).toEqual([0, 'none-left', 'none-left'])
  })

  testOnPostgres('share one commit', async () => {
    await Promise.all([takeAndNote('ada', 'one'), takeAndNote('bob', 'two'), takeAndNote('eve', 'three')])
    const { rows } = await sql<{ number: number }>`
      select count(distinct xmin::text) as number from throttles`.execute(open().db)
    expect(rows).toEqual([{ number: 1 }])
  })

  test('refuse what is sent after their end', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const addAll = async (tx: Tx) => {
      for (const name of ['zoe', 'kim', 'lou', 'sam', 'tom', 'una'])
        await insertRows(tx, 'throttles', [{ key: name, tokens: 5, at: NOON }])
    }
    const work = transact(open(), async (tx) => {
      late = addAll(tx)
      late.catch(() => {})
      throw new Error('Undone')
    })
    await expect(work).rejects.toThrow('Undone')
    await expect(late).rejects.toThrow()
    expect(await tokens()).toEqual({ ada: 1, bob: 1, eve: 1 })
  })
})

test('each of the writes whose common commit gets no answer may have been stored', async () => {
  const proxy = await startPostgresProxy(inject('postgresUrl'), {
    cutsAfter: (packet) => packet.toString('latin1').includes('commit'),
  })
  const database = await openDatabase({ engine: 'postgres', url: proxy.url })
  const write = () => commitTogether(database, sql`select 1`.compile(database.db))
  const ended = await Promise.allSettled([write(), write()])
  for (const one of ended) expect(one).toMatchObject({ reason: expect.any(OutcomeUnknownError) as Error })
  await database.close()
  await proxy.close()
})
