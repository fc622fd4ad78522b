import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { classifyDatabaseFailure } from './database-failure.ts'
import { openDatabase } from './open-database.ts'

function failureOf(work: () => void): unknown {
  try {
    work()
    return null
  } catch (error) {
    return classifyDatabaseFailure(error)
  }
}

describe('why a SQLite file cannot be used', () => {
  let folder: string
  let file: string
  let db: DatabaseSync

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'redemption-failure-'))
    file = join(folder, 'shop.db')
    db = new DatabaseSync(file)
    db.exec('create table tees (name text not null unique)')
  })

  afterEach(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('another process is writing', () => {
    db.exec('begin immediate')
    const other = new DatabaseSync(file, { timeout: 0 })
    expect(failureOf(() => other.exec('begin immediate'))).toBe('locked')
    other.close()
  })

  test('the file is read-only', () => {
    const reader = new DatabaseSync(file, { readOnly: true })
    expect(failureOf(() => reader.exec(`insert into tees values ('a')`))).toBe('read-only')
    reader.close()
  })

  test('a full disk', () => {
    db.exec('pragma max_page_count = 2')
    expect(failureOf(() => db.exec('insert into tees values (hex(randomblob(100000)))'))).toBe('full')
  })

  test('the folder does not exist', () => {
    expect(failureOf(() => new DatabaseSync(join(folder, 'no', 'shop.db')))).toBe('unreachable')
  })

  test('a programming error is none of these', () => {
    db.exec(`insert into tees values ('a')`)
    expect(failureOf(() => db.exec(`insert into tees values ('a')`))).toBe(null)
    expect(failureOf(() => db.exec('select nothing'))).toBe(null)
    expect(classifyDatabaseFailure(new Error('database is locked'))).toBe(null)
    expect(classifyDatabaseFailure('locked')).toBe(null)
  })
})

test('a transaction ended by a full disk writes nothing more, even when it continues', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-failure-'))
  const file = join(folder, 'shop.db')
  const { db, close } = await openDatabase({ engine: 'sqlite', file, synchronous: 'off' })
  await sql`create table tees (name text not null)`.execute(db)
  await sql`create table caps (name text not null)`.execute(db)
  await sql`pragma max_page_count = 4`.execute(db)
  const goesOn = db.transaction().execute(async (tx) => {
    await sql`insert into caps values ('first')`.execute(tx)
    const swallowed = sql`insert into tees values (hex(randomblob(100000)))`.execute(tx)
    await expect(swallowed).rejects.toThrow('full')
    await sql`insert into caps values ('second')`.execute(tx)
  })
  await expect(goesOn).rejects.toThrow('full')
  expect((await sql`select name from caps`.execute(db)).rows).toEqual([])
  await sql`insert into caps values ('third')`.execute(db)

  const shared = await Promise.allSettled([
    sql`insert into caps values ('innocent')`.execute(db),
    sql`insert into tees values (hex(randomblob(100000)))`.execute(db),
  ])
  expect(shared.map((end) => end.status === 'rejected' && classifyDatabaseFailure(end.reason))).toEqual([
    'full',
    'full',
  ])
  expect((await sql`select name from caps`.execute(db)).rows).toEqual([{ name: 'third' }])
  await close()
  rmSync(folder, { recursive: true, force: true })
})

test('a PostgreSQL that does not answer is unreachable', async () => {
  const database = await openDatabase({ engine: 'postgres', url: 'postgres://nobody@127.0.0.1:1/shop' })
  const error: unknown = await sql`select 1`.execute(database.db).catch((thrown: unknown) => thrown)
  expect(classifyDatabaseFailure(error)).toBe('unreachable')
  await database.close()
})
