import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GroupCommit } from './group-commit.ts'

describe('writers that share a commit', () => {
  let folder: string
  let writer: DatabaseSync
  let onlooker: DatabaseSync
  let commits: GroupCommit

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'redemption-'))
    writer = new DatabaseSync(join(folder, 'shop.db'))
    writer.exec('pragma journal_mode = wal; create table sold (name text unique)')
    onlooker = new DatabaseSync(join(folder, 'shop.db'))
    commits = new GroupCommit(writer)
  })

  afterEach(() => {
    writer.close()
    onlooker.close()
    rmSync(folder, { recursive: true })
  })

  const sold = () =>
    onlooker
      .prepare('select name from sold order by rowid')
      .all()
      .map((row) => row['name'])

  /** One transaction that inserts `name`, with an await in the middle as real ones have. */
  async function sell(name: string, fail = false): Promise<void> {
    await commits.begin()
    try {
      writer.prepare('insert into sold values (?)').run(name)
      await Promise.resolve()
      if (fail) throw new Error(`no ${name}`)
    } catch (error) {
      commits.rollback()
      throw error
    }
    await commits.commit()
  }

  test('complete only when their changes are visible to every reader', async () => {
    const seen: unknown[] = []
    await Promise.all(
      ['tee', 'hoodie', 'cap'].map((name) => sell(name).then(() => seen.push(sold().includes(name)))),
    )
    expect(seen).toEqual([true, true, true])
    expect(sold()).toEqual(['tee', 'hoodie', 'cap'])
  })

  test('share one commit when they were waiting together', async () => {
    const exec = vi.spyOn(writer, 'exec')
    await Promise.all(Array.from({ length: 30 }, (_, i) => sell(`tee ${i}`)))
    expect(exec.mock.calls.filter(([sql]) => sql === 'commit')).toHaveLength(1)
    expect(sold()).toHaveLength(30)
  })

  test('include those that arrive in the next turns of the event loop', async () => {
    const exec = vi.spyOn(writer, 'exec')
    const selling = [sell('tee')]
    for (const name of ['hoodie', 'cap']) {
      await new Promise((resolve) => setImmediate(resolve))
      selling.push(sell(name))
    }
    await Promise.all(selling)
    expect(exec.mock.calls.filter(([sql]) => sql === 'commit')).toHaveLength(1)
    await sell('sock')
    expect(sold()).toEqual(['tee', 'hoodie', 'cap', 'sock'])
  })

  test('commit after a while even if others keep arriving', async () => {
    const committed: string[] = []
    const first = sell('tee').then(() => committed.push('tee'))
    const others: Promise<void>[] = []
    while (committed.length === 0 && others.length < 10_000) {
      others.push(sell(`cap ${others.length}`))
      const until = performance.now() + 2
      while (performance.now() < until);
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all([first, ...others])
    expect(others.length).toBeLessThan(60) // a full group would have been committed by its number
  })

  test('keep their changes when one of them rolls back', async () => {
    const results = await Promise.allSettled([
      sell('tee'),
      sell('hoodie', true),
      sell('cap'),
      sell('tee'),
      sell('sock'),
    ])
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(sold()).toEqual(['tee', 'cap', 'sock'])
  })

  test('a rollback of the last writer does not delay the group', async () => {
    const results = await Promise.allSettled([sell('tee'), sell('hoodie', true)])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected'])
    expect(sold()).toEqual(['tee'])
  })

  test('all fail when the commit fails, and the next group starts cleanly', async () => {
    const exec = writer.exec.bind(writer)
    const refused = vi.spyOn(writer, 'exec').mockImplementation((sql) => {
      if (sql === 'commit') throw new Error('disk I/O error')
      exec(sql)
    })
    const results = await Promise.allSettled([sell('tee'), sell('cap')])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
    refused.mockRestore()
    await sell('sock')
    expect(sold()).toEqual(['sock'])
  })

  test("never report success for work that the next writer's failure has undone", async () => {
    writer.exec(
      `create virtual table found using fts5 (words, tokenize = 'trigram'); pragma max_page_count = 1`,
    )
    // The search index writes its pages when the next savepoint begins, after the writer that filled it has finished.
    const words = Array.from({ length: 150 }, (_, i) => (i * 7919).toString(36)).join(' ')
    const results = await Promise.allSettled(
      ['tee', 'hoodie', 'cap'].map(async (name) => {
        await commits.begin()
        commits.during(() => {
          writer.prepare('insert into sold values (?)').run(name)
          if (name === 'tee') writer.prepare('insert into found values (?)').run(words)
        })
        await commits.commit()
      }),
    )
    const done = ['tee', 'hoodie', 'cap'].filter((_, turn) => results[turn]?.status === 'fulfilled')
    expect(results[0]?.status).toBe('rejected')
    expect(sold()).toEqual(done)
  })

  describe('what writers postpone until the commit', () => {
    const counted = { sql: 'insert into sold select value from json_each(?)', table: 'sold' }

    async function count(value: string, { fail = false, isOneStatement = false, after = '' } = {}) {
      await commits.begin({ isOneStatement })
      commits.postpone({ ...counted, value })
      if (after !== '') {
        commits.catchUp(after)
        writer.exec(after)
      }
      if (fail) commits.rollback()
      else await commits.commit()
    }

    test('is written once for all of them, without what was rolled back', async () => {
      const prepare = vi.spyOn(writer, 'prepare')
      await Promise.all([count('tee'), count('cap', { fail: true }), count('tee'), count('sock')])
      expect(sold()).toEqual(['tee', 'sock'])
      expect(prepare).toHaveBeenCalledTimes(1)
      await count('hoodie')
      expect(sold()).toEqual(['tee', 'sock', 'hoodie'])
    })

    test('is written before a statement that names its table, and not before other statements', async () => {
      await Promise.all([
        count('tee'),
        count('cap', { after: `update sold set name = 'red ' || name` }),
        count('sock', { after: 'select 1' }),
      ])
      expect(sold()).toEqual(['red tee', 'red cap', 'sock'])
    })

    test('is still written when the writer whose statement needed it rolls back', async () => {
      const after = `update sold set name = 'red ' || name`
      await Promise.all([count('tee'), count('cap', { after, fail: true }), count('sock')])
      expect(sold()).toEqual(['tee', 'sock'])
    })

    test('is not written twice when a single statement needed it and failed', async () => {
      writer.exec(`insert into sold values ('red tee')`)
      await Promise.allSettled([
        count('tee'),
        commits.begin({ isOneStatement: true }).then(() => {
          commits.catchUp('update sold')
          expect(() => writer.exec(`update sold set name = 'red tee' where name = 'tee'`)).toThrow('UNIQUE')
          commits.rollback()
        }),
      ])
      expect(sold()).toEqual(['red tee', 'tee'])
    })

    test('makes the whole group fail when it cannot be written, and no later group', async () => {
      await count('tee')
      const results = await Promise.allSettled([sell('cap'), count('tee'), sell('sock')])
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
      await sell('hoodie')
      expect(sold()).toEqual(['tee', 'hoodie'])
    })
  })

  test('wait for another writing process without blocking this one', async () => {
    onlooker.exec('begin immediate; insert into sold values (1)')
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 5)
    const selling = sell('tee')
    await expect.poll(() => ticks).toBeGreaterThan(3)
    onlooker.exec('commit')
    await selling
    clearInterval(ticking)
    expect(sold()).toEqual(['1', 'tee'])
  })
})
