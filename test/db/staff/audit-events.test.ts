import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { deleteAuditEvents, insertAuditEvent, type NewAuditEvent } from '#db/staff/audit-events.ts'
import { listAuditEvents } from '#db/staff/audit-list.ts'
import { toStaffId } from '#domain/ids.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const DAY_MS = 24 * 3_600_000
const ADA = toStaffId('ada')

describeOnEachDatabase('the audit trail', (open) => {
  const now = Date.now()
  const append = (event: Partial<NewAuditEvent> = {}) =>
    insertAuditEvent(open().db, {
      at: now,
      action: 'order-refunded',
      actor: { id: ADA, email: 'ada@x.example', address: '203.0.113.9', userAgent: 'Firefox' },
      subject: { id: 'R-AAAA-0001' },
      ...event,
    })
  const found = async (...of: Parameters<typeof listAuditEvents> extends [unknown, ...infer R] ? R : never) =>
    (await listAuditEvents(open().db, ...of)).map(({ id }) => id)

  beforeEach(async () => {
    const times = { created_at: new Date(now).toISOString(), updated_at: new Date(now).toISOString() }
    const ada = { id: ADA, email: 'ada@x.example', name: 'ada', role: 'owner' as const }
    await open()
      .db.insertInto('staff_members')
      .values({ ...ada, ...times })
      .execute()
  })

  test('refuses to change an entry, and to delete one of the last year', async () => {
    const { db } = open()
    const id = await append()
    const change = db.updateTable('audit_events').set({ actor_name: 'bo@x.example' }).where('id', '=', id)
    await expect(change.execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('audit_events').where('id', '=', id).execute()).rejects.toThrow('append-only')
    if (open().engine === 'postgres') {
      await expect(sql`truncate audit_events`.execute(db)).rejects.toThrow('append-only')
    }
    expect(await listAuditEvents(db, {}, { limit: 9 })).toMatchObject([
      { id, actorName: 'ada@x.example', subjectKind: 'order', network: '203.0.113.0/24' },
    ])
  })

  test('lets retention delete what is older than a year, of the given kinds', async () => {
    await append({ at: now - 400 * DAY_MS, action: 'signed-in' })
    await append({ at: now - 400 * DAY_MS })
    const before = now - 365 * DAY_MS
    expect(await deleteAuditEvents(open().db, { before, kinds: ['account'], limit: 9 })).toBe(1)
    expect(await deleteAuditEvents(open().db, { before, kinds: 'all', limit: 9 })).toBe(1)
  })

  test('is found by person, action, kind, subject and time, newest first, page by page', async () => {
    const first = await append({ at: now - 5 })
    const second = await append({ action: 'product-changed', subject: { id: 'hoodie', name: 'Hoodie' } })
    const third = await append({ actor: { id: null, email: '', address: '', userAgent: '' } })
    const all = { limit: 9 }
    expect(await found({}, all)).toEqual([third, second, first])
    expect(await found({ actorId: ADA }, all)).toEqual([second, first])
    expect(await found({ action: 'order-refunded' }, all)).toEqual([third, first])
    expect(await found({ kind: 'product', actorId: ADA }, all)).toEqual([second])
    expect(await found({ subjectIds: ['hoodie', 'none'] }, all)).toEqual([second])
    expect(await found({ subjectIds: [] }, all)).toEqual([])
    expect(await found({ from: now - 5, until: now }, all)).toEqual([first])
    expect(await found({}, { limit: 2, after: { at: now, id: third } })).toEqual([second, first])
    expect(await found({}, { limit: 2, after: { at: now, id: second } })).toEqual([first])
  })

  test('reads every page of every filter from an index in its order', async () => {
    const { db, engine } = open()
    if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(db)
    const place = sql`(at, id) < (${now}, 7) order by at desc, id desc limit 50`
    for (const filter of [
      sql``,
      sql`actor_id = 'ada' and`,
      sql`action = 'signed-in' and`,
      sql`subject_kind = 'order' and`,
      sql`subject_id = 'hoodie' and`,
      sql`actor_id = 'ada' and action = 'signed-in' and`,
      sql`actor_id = 'ada' and subject_kind = 'order' and`,
    ]) {
      const explain = engine === 'sqlite' ? sql`explain query plan` : sql`explain`
      const { rows } = await sql`${explain} select * from audit_events where ${filter} ${place}`.execute(db)
      const plan = JSON.stringify(rows)
      expect(plan).toContain('audit_events_by_')
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN audit|Seq Scan/)
    }
  })
})
