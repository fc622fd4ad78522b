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

  test('lose nothing when one of them rolls back', async () => {
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
