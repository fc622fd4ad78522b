import { expect, test } from 'vitest'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { dueSummary, findDueTasks, leaseTasks } from '#db/outbox/outbox-leases.ts'
import { sql } from 'kysely'
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

  test('what is due is found without reading all that waits, also a refund behind many mails', async () => {
    const database = open()
    const { db, engine } = database
    const mails = Array.from({ length: 2_500 }, (_, turn) => ({
      kind: 'contact-message' as const,
      payload: {},
      dedupeKey: `contact-${turn}`,
    }))
    await transact(database, (tx) => enqueue(tx, mails, NOW))
    const due = { fresh: true, refunds: false, suspects: false, deadly: false }
    expect(await findDueTasks(database, NOW - 1)).toEqual({ ...due, fresh: false })
    expect(await findDueTasks(database, NOW)).toEqual(due)
    // The one that waits longest may have crashed its process, and so may a refund behind all mails.
    await db
      .updateTable('outbox')
      .set({ begun_at: NOW, attempts: 99, run_after: NOW - 1 })
      .where('dedupe_key', '=', 'contact-7')
      .execute()
    expect(await findDueTasks(database, NOW)).toEqual({ ...due, deadly: true })
    for (const turn of [1, 2]) {
      const refund = { kind: 'refund', payload: {}, dedupeKey: `refund-${turn}` } as const
      await transact(database, (tx) => enqueue(tx, [refund], NOW))
    }
    await db
      .updateTable('outbox')
      .set({ begun_at: NOW, attempts: 1 })
      .where('dedupe_key', '=', 'refund-1')
      .execute()
    const all = { fresh: true, refunds: true, suspects: true, deadly: true }
    expect(await findDueTasks(database, NOW)).toEqual(all)

    const summary = dueSummary(NOW)
    if (engine === 'sqlite') {
      const plan = JSON.stringify((await sql`explain query plan ${summary}`.execute(db)).rows)
      expect(plan).toContain('outbox_open (run_after<?)')
      expect(plan).toContain('outbox_open_by_kind (kind=? AND run_after<?)')
      expect(plan).not.toMatch(/SCAN outbox|TEMP B-TREE/)
    } else {
      await sql`analyze outbox`.execute(db)
      const { rows } = await sql`explain (analyze, format json) ${summary}`.execute(db)
      const plan = JSON.stringify(rows)
      const read = [...plan.matchAll(/"Actual Rows":\s*([\d.]+)/g)].map(([, many]) => Number(many))
      expect(Math.max(...read)).toBeLessThan(1_100)
      expect(plan).toContain('outbox_open')
      expect(plan).not.toMatch(/Seq Scan|"Node Type":\s*"Sort"/)
    }
  })
})
