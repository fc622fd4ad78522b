import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { mkdtempSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import type { Kysely } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#db/engine/open-database.ts'
import { up } from '#db/migrations/baseline/baseline.ts'
import { MIGRATIONS } from '#db/migrations/migrate.ts'
import pg from 'pg'

type Up = (db: Kysely<unknown>, engine: 'sqlite' | 'postgres') => Promise<void>
const oneByOne: Up = async (db, engine) => {
  for (const [name, { up }] of Object.entries(MIGRATIONS)) if (name < '083') await up(db, engine)
}

test('the baseline makes on SQLite what the migrations until 0.2.0 made one by one', async () => {
  const dump = async (make: Up) => {
    const file = join(mkdtempSync(join(tmpdir(), 'baseline-')), 'shop.db')
    const database = await openDatabase({ engine: 'sqlite', file, synchronous: 'off' })
    await make(database.db as unknown as Kysely<unknown>, 'sqlite')
    await database.close()
    const raw = new DatabaseSync(file)
    const schema = raw.prepare('select type, name, sql from sqlite_master').all() as Record<string, string>[]
    const rows = schema
      .filter(({ type }) => type === 'table')
      .map(({ name }) => [name, raw.prepare(`select * from "${name}"`).all()] as const)
    const info = schema
      .filter(({ type }) => type === 'table')
      .map(({ name }) => [
        name,
        raw.prepare(`pragma table_xinfo("${name}")`).all(),
        raw.prepare(`pragma foreign_key_list("${name}")`).all(),
        raw
          .prepare(`pragma index_list("${name}")`)
          .all()
          .map((row) => ({ ...row, seq: 0 }))
          .map((r) => JSON.stringify(r))
          .sort(),
      ])
    const plain = (text: string | null) =>
      (text ?? '')
        .toLowerCase()
        .replaceAll('"', '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([(),]) ?/g, '$1')
    const all = schema.map(({ type, name, sql }) => `${type} ${name} ${plain(sql!)}`).sort()
    const byName = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
    return { all, rows: rows.toSorted(byName), info: info.toSorted(byName) }
  }
  expect(await dump(up)).toEqual(await dump(oneByOne))
})

test('the baseline makes on PostgreSQL what the migrations until 0.2.0 made one by one', async () => {
  const dump = async (name: string, make: Up) => {
    const admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    const database = await openDatabase({ engine: 'postgres', url: url.href })
    await make(database.db as unknown as Kysely<unknown>, 'postgres')
    await database.close()
    const { stdout, stderr } = spawnSync('pg_dump', ['--inserts', '--no-owner', url.href], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout.split('\n').filter((line) => !line.includes('restrict '))
  }
  const made = await dump('baseline', up)
  expect(made.length).toBeGreaterThan(2000)
  expect(made).toEqual(await dump('one_by_one', oneByOne))
})
