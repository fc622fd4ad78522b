import { expect, test } from 'vitest'
import { readConnectionStates } from '#db/connections/connection-states.ts'
import { ConnectionReports } from '#operations/connections/connection-reports.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

describeOnEachDatabase('connection reports', (open) => {
  const errors: unknown[] = []
  const log = { info() {}, error: (_message: string, error: unknown) => void errors.push(error) }
  let now = 1_000
  const reportsOf = () => new ConnectionReports({ database: open(), log, now: () => now })

  test('a failure lasts from its first call until a call works, and keeps the last message', async () => {
    const reports = reportsOf()
    const mail = reports.reportFor('mail', 'SMTP')
    now = 1_000
    mail.worked()
    now = 2_000
    mail.failed('SMTP cannot be reached.')
    now = 3_000
    mail.failed('SMTP answered 421.')
    await reports.settled()
    expect(await readConnectionStates(open())).toEqual([
      {
        need: 'mail',
        supplier: 'SMTP',
        workingSince: null,
        workedAt: 1_000,
        failingSince: 2_000,
        failedAt: 3_000,
        failure: 'SMTP answered 421.',
      },
    ])
    now = 4_000
    mail.worked()
    await reports.settled()
    expect(await readConnectionStates(open())).toMatchObject([
      { workingSince: 4_000, workedAt: 4_000, failingSince: null },
    ])
    now = 70_000
    mail.worked()
    await reports.settled()
    expect(await readConnectionStates(open())).toMatchObject([{ workingSince: 4_000, workedAt: 70_000 }])
    expect(errors).toEqual([])
  })

  test('another supplier for the same need starts with a clean state', async () => {
    const reports = reportsOf()
    now = 1_000
    reports.reportFor('mail', 'SMTP').failed('SMTP cannot be reached.')
    now = 5_000
    reports.reportFor('mail', 'EmailJS').failed('EmailJS answered 403.')
    await reports.settled()
    expect(await readConnectionStates(open())).toMatchObject([{ supplier: 'EmailJS', failingSince: 5_000 }])
    now = 6_000
    reports.reportFor('mail', 'SMTP').worked()
    await reports.settled()
    expect(await readConnectionStates(open())).toMatchObject([{ supplier: 'SMTP', workingSince: 6_000 }])
  })

  test('an unchanged state is not written again within a minute', async () => {
    const reports = reportsOf()
    const rates = reports.reportFor('rates', 'exchangerate-api')
    now = 1_000
    rates.worked()
    now = 60_000
    rates.worked()
    await reports.settled()
    expect(await readConnectionStates(open())).toMatchObject([{ workedAt: 1_000 }])
    now = 61_000
    rates.worked()
    await reports.settled()
    expect(await readConnectionStates(open())).toMatchObject([{ workedAt: 61_000 }])
  })
})
