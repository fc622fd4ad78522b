import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { LastStatement, transact, type Tx } from '#db/engine/transact.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

describeOnEachDatabase('a transaction', (open) => {
  const write = (tx: Tx, name: string) =>
    tx.insertInto('settings').values({ name, value: '' }).returning('name').executeTakeFirstOrThrow()
  const written = async () =>
    (await open().db.selectFrom('settings').select('name').execute()).map(({ name }) => name)

  test('is repeated when its last statement fails with a conflict, and nothing of the first try is kept', async () => {
    const names = ['taken', 'free']
    await transact(open(), (tx) => write(tx, 'taken'))
    const last = await transact(open(), async (tx) => {
      const name = names.shift() ?? ''
      await write(tx, `before ${name}`)
      return new LastStatement(write(tx, name))
    })
    expect(last).toEqual({ name: 'free' })
    expect(await written()).toEqual(expect.arrayContaining(['taken', 'before free', 'free']))
    expect(await written()).not.toContain('before taken')
  })

  test('throws the error of its last statement, and keeps nothing', async () => {
    const failing = transact(open(), async (tx) => {
      await write(tx, 'kept?')
      const broken = { name: 'broken', value: null as unknown as string }
      return new LastStatement(tx.insertInto('settings').values(broken).execute())
    })
    await expect(failing).rejects.toThrow(/null/i)
    expect(await written()).not.toContain('kept?')
  })

  test('keeps the order of statements that are sent together', async () => {
    const names = ['a', 'b', 'c', 'd']
    const read = await transact(open(), async (tx) => {
      await write(tx, 'x')
      const answers = names.map((name, at) =>
        at % 2 === 0
          ? tx.updateTable('settings').set({ value: name }).where('name', '=', 'x').execute()
          : tx.selectFrom('settings').select('value').where('name', '=', 'x').executeTakeFirstOrThrow(),
      )
      const [, first, , second] = await Promise.all(answers)
      return [first, second]
    })
    expect(read).toEqual([{ value: 'a' }, { value: 'c' }])
  })
})

test('on PostgreSQL a statement sent after the commit is refused: it would be in no transaction', async () => {
  const database = await openDatabase({ engine: 'postgres', url: inject('postgresUrl') })
  let late: Promise<unknown> | undefined
  await transact(database, async (tx) => {
    const last = sql`select 1`.execute(tx)
    late = last.then(() => sql`select 2`.execute(tx))
    late.catch(() => {})
    return new LastStatement(last)
  })
  await expect(late).rejects.toThrow(/^(The transaction is over|Transaction is already committed)$/)
  await database.close()
})

test('on PostgreSQL statements after a failed one throw its error, not that the transaction is aborted', async () => {
  const database = await openDatabase({ engine: 'postgres', url: inject('postgresUrl') })
  const failing = transact(database, async (tx) => {
    const fails = sql`select 1 / 0`.execute(tx)
    const behindIt = sql`select 1`.execute(tx)
    await Promise.allSettled([fails, behindIt])
    await behindIt
  })
  await expect(failing).rejects.toThrow('division by zero')
  await database.close()
})

test('on PostgreSQL they also do so when the failed one is a prepared statement', async () => {
  const database = await openDatabase({ engine: 'postgres', url: inject('postgresUrl') })
  const divide = compiledStatement<{ by: number }, object>(
    (_, { by }) => sql`select 1 / cast(${by} as integer) as share`,
  )
  const failing = transact(database, async (tx) => {
    const fails = divide(tx, { by: 0 })
    const behindIt = sql`select 1`.execute(tx)
    await Promise.allSettled([fails, behindIt])
    await behindIt
  })
  await expect(failing).rejects.toThrow('division by zero')
  await database.close()
})

test('on PostgreSQL a statement after a failed one stays prepared, even when it was sent twice', async () => {
  // A process keeps its first hundred statements, and earlier suites may have run as many in this one.
  vi.resetModules()
  const statements = await import('#db/engine/compiled-statements.ts')
  const { preparedName } = await import('#db/engine/postgres/prepared-names.ts')
  const { openDatabase: openAnew } = await import('#db/engine/open-database.ts')
  const { transact: transactAnew } = await import('#db/engine/transact.ts')
  const database = await openAnew({ engine: 'postgres', url: inject('postgresUrl') })
  const behindIt = statements.compiledStatement<{ id: number }, object>(
    (_, { id }) => sql`select cast(${id} as integer) as id`,
  )
  const failing = transactAnew(database, async (tx) => {
    const sent = [sql`select 1 / 0`.execute(tx), behindIt(tx, { id: 1 }), behindIt(tx, { id: 2 })]
    await Promise.allSettled(sent)
    await sent[0]
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(preparedName('select cast($1 as integer) as id')).toBeDefined()
  await database.close()
})
