import { expect, test } from 'vitest'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import {
  dueSummary,
  findDueTasks,
  oldestMail,
  oldestRefunds,
  oldestShopperMails,
  oldestTasks,
} from '#db/outbox/due-tasks.ts'
import { SHOPPER_MAIL_KINDS, type TaskKind } from '#domain/outbox/task-kinds.ts'
import { leaseCrashSuspect, leaseTasks } from '#db/outbox/outbox-leases.ts'
import { CompiledQuery, sql } from 'kysely'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const NOW = 1_800_000_000_000

describeOnEachDatabase('leasing tasks', (open) => {
  test('a refund is leased before mails that have waited longer', async () => {
    const database = open()
    const mails = Array.from({ length: 30 }, (_, turn) => ({
      kind: 'contact-message' as const,
      payload: { turn },
      dedupeKey: `contact-${turn}`,
    }))
    const refund = { kind: 'refund', payload: {}, dedupeKey: 'refund-1' } as const
    await transact(database, (tx) => enqueue(tx, mails, NOW))
    await transact(database, (tx) => enqueue(tx, [refund], NOW + 1_000))
    const leased = await leaseTasks(database, NOW + 2_000, 3)
    expect(leased.map(({ kind, payload }) => ({ kind, payload }))).toEqual([
      { kind: 'refund', payload: {} },
      { kind: 'contact-message', payload: { turn: 0 } },
      { kind: 'contact-message', payload: { turn: 1 } },
    ])
  })

  test('mails to shoppers are leased before thousands of other tasks, and a few refunds with them', async () => {
    const database = open()
    const many = (kind: TaskKind, count: number) =>
      Array.from({ length: count }, (_, turn) => ({ kind, payload: {}, dedupeKey: `${kind}-${turn}` }))
    await transact(database, (tx) => enqueue(tx, many('order-notification', 2_500), NOW))
    await transact(database, (tx) => enqueue(tx, many('refund', 6), NOW))
    await transact(database, (tx) => enqueue(tx, many('order-confirmation', 15), NOW + 1))
    await transact(database, (tx) => enqueue(tx, many('order-fulfilled', 15), NOW + 2))
    const lease = async () => (await leaseTasks(database, NOW + 9, 20)).map(({ kind }) => kind)
    expect(Object.entries(Object.groupBy(await lease(), String)).map(([k, v]) => [k, v?.length])).toEqual([
      ['order-confirmation', 15],
      ['order-fulfilled', 5],
      ['refund', 4],
    ])
    expect(Object.entries(Object.groupBy(await lease(), String)).map(([k, v]) => [k, v?.length])).toEqual([
      ['order-fulfilled', 10],
      ['refund', 2],
      ['order-notification', 8],
    ])
  })

  test('due tasks are found without reading all that wait, even a refund behind many mails', async () => {
    const database = open()
    const { db } = database
    const mails = Array.from({ length: 2_500 }, (_, turn) => ({
      kind: 'contact-message' as const,
      payload: {},
      dedupeKey: `contact-${turn}`,
    }))
    await transact(database, (tx) => enqueue(tx, mails, NOW))
    const due = { fresh: true, refunds: false, suspects: false, crashing: false }
    expect(await findDueTasks(database, NOW - 1)).toEqual({ ...due, fresh: false })
    expect(await findDueTasks(database, NOW)).toEqual(due)
    // The one that waits longest may have crashed its process, and so may a refund behind all mails.
    await db
      .updateTable('outbox')
      .set({ begun_at: NOW, attempts: 99, run_after: NOW - 1 })
      .where('dedupe_key', '=', 'contact-7')
      .execute()
    expect(await findDueTasks(database, NOW)).toEqual({ ...due, crashing: true })
    for (const turn of [1, 2]) {
      const refund = { kind: 'refund', payload: {}, dedupeKey: `refund-${turn}` } as const
      await transact(database, (tx) => enqueue(tx, [refund], NOW))
    }
    await db
      .updateTable('outbox')
      .set({ begun_at: NOW, attempts: 1 })
      .where('dedupe_key', '=', 'refund-1')
      .execute()
    const all = { fresh: true, refunds: true, suspects: true, crashing: true }
    expect(await findDueTasks(database, NOW)).toEqual(all)

    await expectFewRead(database, dueSummary(NOW).compile(database.db), 1_100, [
      'outbox_open (',
      'outbox_open_by_kind (kind=? AND ',
    ])
  })

  test('after a crash only the oldest tasks are checked for the one that may have caused it', async () => {
    const database = open()
    const begun = Array.from({ length: 5_000 }, (_, turn) => ({
      kind: 'contact-message',
      payload: '{}',
      dedupe_key: `contact-${turn}`,
      run_after: NOW + turn,
      attempts: turn === 4_500 ? 1 : 2,
      begun_at: NOW,
      created_at: NOW,
    }))
    for (let from = 0; from < begun.length; from += 1_000)
      await database.db
        .insertInto('outbox')
        .values(begun.slice(from, from + 1_000))
        .execute()
    const later = NOW + begun.length
    const refund = { kind: 'refund', payload: {}, dedupeKey: 'refund-1' } as const
    await transact(database, (tx) => enqueue(tx, [refund], later))
    await database.db
      .updateTable('outbox')
      .set({ begun_at: NOW, attempts: 1 })
      .where('kind', '=', 'refund')
      .execute()
    expect((await leaseCrashSuspect(database, later, { withMails: false }))?.kind).toBe('refund')
    expect(await leaseCrashSuspect(database, later)).toMatchObject({ attempts: 2 })
  })

  test('the order of delivery is the same while mails wait for their service', async () => {
    const database = open()
    const tasks = (['content-write', 'refund', 'contact-message', 'forget-mails'] as const).map(
      (kind, turn) => ({ kind, payload: {}, dedupeKey: `${kind}-${turn}` }),
    )
    for (const [at, task] of tasks.toReversed().entries())
      await transact(database, (tx) => enqueue(tx, [task], NOW + at))
    const leased = await leaseTasks(database, NOW + 9, 9, { withMails: false })
    expect(leased.map(({ kind }) => kind)).toEqual(['refund', 'forget-mails', 'content-write'])
    expect((await leaseTasks(database, NOW + 9, 9)).map(({ kind }) => kind)).toEqual(['contact-message'])
  })

  test('a refund that was not counted is leased in its turn', async () => {
    const database = open()
    const tasks = (['contact-message', 'refund', 'content-write'] as const).map((kind) => ({
      kind,
      payload: {},
      dedupeKey: kind,
    }))
    for (const [at, task] of tasks.entries()) await transact(database, (tx) => enqueue(tx, [task], NOW + at))
    const silent = await leaseTasks(database, NOW + 9, 1, { withMails: false, withRefunds: false })
    expect(silent.map(({ kind }) => kind)).toEqual(['refund'])
    const rest = await leaseTasks(database, NOW + 9, 9, { withRefunds: false })
    expect(rest.map(({ kind }) => kind)).toEqual(['contact-message', 'content-write'])
  })

  test('tasks are leased without sorting all that wait, even while a refund waits', async () => {
    const database = open()
    const many = (kind: 'contact-message' | 'refund', count: number) =>
      Array.from({ length: count }, (_, turn) => ({ kind, payload: {}, dedupeKey: `${kind}-${turn}` }))
    await transact(database, (tx) => enqueue(tx, many('contact-message', 2_500), NOW))
    await transact(database, (tx) => enqueue(tx, many('refund', 3), NOW))
    await expectFewRead(database, oldestRefunds(database.db, NOW, 20).compile(), 20, [
      'outbox_open_by_kind (',
    ])
    const most = 5 * 20 * SHOPPER_MAIL_KINDS.length
    await expectFewRead(
      database,
      oldestShopperMails(database.db, NOW, 20).compile(),
      most,
      ['outbox_open_by_kind ('],
      { sortsFew: true },
    )
    for (const query of [oldestTasks(database.db, NOW, 20, ['refund']), oldestMail(database.db, NOW, false)])
      await expectFewRead(database, query.compile(), 20, ['outbox_open ('])
    const leased = await leaseTasks(database, NOW, 5)
    expect(leased.map(({ kind }) => kind)).toEqual([
      ...Array(3).fill('refund'),
      ...Array(2).fill('contact-message'),
    ])
  })
})

/** Expects these indexes to give the rows of a query as they are, and no more than `most` of them. */
async function expectFewRead(
  { db, engine }: ReturnType<Parameters<Parameters<typeof describeOnEachDatabase>[1]>[0]>,
  query: CompiledQuery,
  most: number,
  indexes: readonly string[],
  { sortsFew = false } = {},
) {
  const explained = async (how: string) =>
    (await db.executeQuery(CompiledQuery.raw(`${how} ${query.sql}`, [...query.parameters]))).rows
  if (engine === 'sqlite') {
    const plan = JSON.stringify(await explained('explain query plan'))
    for (const index of indexes) expect(plan).toContain(index)
    expect(plan).not.toMatch(sortsFew ? /SCAN outbox/ : /SCAN outbox|TEMP B-TREE/)
  } else {
    await sql`analyze outbox`.execute(db)
    const plan = JSON.stringify(await explained('explain (analyze, format json)'))
    const read = [...plan.matchAll(/"Actual Rows":\s*([\d.]+)/g)].map(([, many]) => Number(many))
    expect(Math.max(...read)).toBeLessThanOrEqual(most)
    expect(plan).toContain('outbox_open')
    expect(plan).not.toMatch(sortsFew ? /Seq Scan/ : /Seq Scan|"Node Type":\s*"Sort"/)
  }
}
