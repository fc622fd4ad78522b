import { expect, test } from 'vitest'
import { insertAuditEvent } from '#db/staff/audit-events.ts'
import { describeOnEachDatabase } from './each-database.ts'

describeOnEachDatabase('A suite that starts with rows', (open, { startWith, connectAgain }) => {
  const record = (subject: string) =>
    insertAuditEvent(open().db, {
      at: 1,
      action: 'joined',
      actor: { id: null, email: '', address: '', userAgent: '' },
      subject: { id: subject },
    })
  const recorded = () =>
    open().db.selectFrom('audit_events').select(['id', 'subject_id']).orderBy('id').execute()

  startWith(async () => void (await record('written once')))

  test.each(['one test', 'the next'])(
    '%s finds them, adds a row with the next number, and leaves none behind',
    async (name) => {
      const { db } = await connectAgain()
      expect(await db.selectFrom('audit_events').select('subject_id').execute()).toEqual([
        { subject_id: 'written once' },
      ])
      await record(name)
      expect(await recorded()).toEqual([
        { id: 1, subject_id: 'written once' },
        { id: 2, subject_id: name },
      ])
    },
  )
})

describeOnEachDatabase('A suite after one that starts with rows', (open, { location, testOnce }) => {
  test('has none of them', async () => {
    expect(await open().db.selectFrom('audit_events').selectAll().execute()).toEqual([])
  })

  const engines: string[] = []

  testOnce.each([1, 2])('runs what does not depend on the engine on SQLite: %i', () => {
    engines.push(location().engine)
  })

  testOnce('and only there', () => expect(engines).toEqual(['sqlite', 'sqlite']))
})
