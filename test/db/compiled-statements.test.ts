import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { insertRows, compiledStatement } from '#db/engine/compiled-statements.ts'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const NOON = 1_790_000_000_000
const FULL = { tokens: 5, at: NOON }

describeOnEachDatabase('a statement that is kept', (open) => {
  const tokensOf = compiledStatement((db, { key, least }: { key: string; least: number }, order) =>
    db
      .selectFrom('throttles')
      .select('tokens')
      .where('key', '>=', key)
      .where('tokens', '>', least)
      .where('at', '=', NOON)
      .orderBy('key', order === 'backwards' ? 'desc' : 'asc'),
  )

  test('is built once for each shape, and uses the values of each run', async () => {
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

describe('a statement that is kept on PostgreSQL', () => {
  const location = { engine: 'postgres', url: inject('postgresUrl') } as const
  let fresh: typeof import('#db/engine/compiled-statements.ts')
  let database: ShopDatabase

  beforeEach(async () => {
    // A process prepares a limited number of statements, and other files may have used them up in this one.
    vi.resetModules()
    fresh = await import('#db/engine/compiled-statements.ts')
    const { openDatabase } = await import('#db/engine/open-database.ts')
    database = await openDatabase(location)
    await sql`drop table if exists kept_rows`.execute(database.db)
    await sql`create table kept_rows (id integer, size integer)`.execute(database.db)
    await sql`insert into kept_rows values (1, 7)`.execute(database.db)
  })
  afterEach(() => database.close())

  const kept = (columns: string) =>
    fresh.compiledStatement<{ id: number }, object>(
      (_, { id }) => sql`select ${sql.raw(columns)} from kept_rows where id = ${id}`,
    )
  const prepared = async (db: Kysely<Database>) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    )
    return rows.map(({ statement }) => statement).filter((statement) => statement.includes('kept_rows'))
  }

  test('is prepared once on each connection, unless it names all columns of a table', async () => {
    await database.db.connection().execute(async (db) => {
      for (const read of [kept('id, size as its_size'), kept('*, size')]) {
        for (let turn = 0; turn < 3; turn += 1) await read(db, { id: 1 })
      }
      expect(await prepared(db)).toEqual([expect.stringContaining('its_size')])
    })
  })

  test('is planned again when its table has grown, because a plan for few rows reads all of them', async () => {
    await sql`create index kept_rows_by_id on kept_rows (id)`.execute(database.db)
    await sql`alter table kept_rows set (autovacuum_enabled = false)`.execute(database.db)
    const read = kept('size as of_many')
    await database.db.connection().execute(async (db) => {
      for (let turn = 0; turn < 10; turn += 1) await read(db, { id: 1 })
      await sql`insert into kept_rows select n, 7 from generate_series(2, 20000) as n`.execute(db)
      for (let turn = 0; turn < 200; turn += 1) await read(db, { id: 1 })
      const { rows } = await sql<{ name: string }>`
        select name from pg_prepared_statements where statement like '%of_many%' and name != ''`.execute(db)
      const plan = await sql`explain execute ${sql.id(rows[0]?.name ?? '')} (1)`.execute(db)
      expect(JSON.stringify(plan.rows)).toContain('kept_rows_by_id')
    })
  })

  test('still works when another version of the shop changes the type of a column, even in a transaction', async () => {
    const [read, readWithin] = [kept('size'), kept('size as within')]
    await read(database.db, { id: 1 })
    await transact(database, (tx) => readWithin(tx, { id: 1 }))
    await sql`alter table kept_rows alter column size type text`.execute(database.db)
    expect((await read(database.db, { id: 1 })).rows).toEqual([{ size: '7' }])
    const within = await transact(database, (tx) => readWithin(tx, { id: 1 }))
    expect(within.rows).toEqual([{ within: '7' }])
  })
})

test('on SQLite a statement that names no columns finds those that another version of the shop has added', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-columns-'))
  const database = await openDatabase({ engine: 'sqlite', file: join(folder, 'shop.db'), synchronous: 'off' })
  const { db } = database
  await sql`create table throttles (key text primary key, tokens real, at integer)`.execute(db)
  await insertRows(db, 'throttles', [{ ...FULL, key: 'ada' }])
  const all = () => db.selectFrom('throttles').selectAll().execute()
  expect(await all()).toEqual([{ ...FULL, key: 'ada' }])
  await sql`alter table throttles add column first_seen integer default 7`.execute(db)
  expect(await all()).toEqual([{ ...FULL, key: 'ada', first_seen: 7 }])
  await database.close()
  rmSync(folder, { recursive: true })
})
