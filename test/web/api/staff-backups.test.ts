import { afterEach, beforeEach, expect, test } from 'vitest'
import { leaseBackupJob, readBackupJobs, renewBackupJob } from '#db/backups/backup-jobs.ts'
import { recordStoredBackups, recordRehearsal } from '#db/backups/stored-backups.ts'
import { endUnfinishedJob } from '#operations/backups/run-backup-job.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const BACKUPS = '/api/staff/backups'

describeOnEachDatabase('The screen of the backups', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open())
    shop.backups = { place: 's3://shop-backups', hour: 3, run: async () => null }
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())

  const read = async () => (await (await ask('GET', '/admin/backups')).text()).replaceAll('<!-- -->', '')
  const seen = async () =>
    (await (await ask('GET', BACKUPS)).json()) as { jobs: { state: string; words: string }[] }

  test('says where backups go, and that there are none yet', async () => {
    const html = await read()
    expect(html).toContain(
      'Every night at 03:00 the shop copies its database and new images to s3://shop-backups.',
    )
    expect(html).toContain('No backups yet.')
    expect((await seen()).jobs.map(({ state }) => state)).toEqual(['never', 'never'])
  })

  test('explains how to turn backups on when no place is set, and nothing can be started', async () => {
    shop.backups = null
    expect(await read()).toContain('Set BACKUP_TO to a folder on another disk')
    expect(await read()).not.toContain('Back up now')
    expect((await ask('POST', `${BACKUPS}/backup`)).status).toBe(404)
  })

  test('starts a requested job, and shows its progress and failure in words', async () => {
    const answer = await ask('POST', `${BACKUPS}/backup`)
    expect(answer.status).toBe(202)
    expect(await answer.json()).toMatchObject({
      jobs: [{ job: 'backup', state: 'waiting' }, { state: 'never' }],
    })
    shop.pass(1_000)
    const lease = { job: 'backup', by: 'one', isRecorded: true } as const
    await leaseBackupJob(open(), { ...lease, now: shop.now(), until: shop.now() + 9_000 })
    await renewBackupJob(open(), { ...lease, until: shop.now() + 9_000, progress: 'Copying pictures: 40%' })
    expect((await seen()).jobs[0]).toMatchObject({ state: 'running', words: 'Copying pictures: 40%' })
    await endUnfinishedJob(open(), lease, 'S3 answered 403: AccessDenied', shop.now())
    expect((await seen()).jobs[0]).toMatchObject({
      state: 'fails',
      words: 'Failing since Nov 21, 2026, 6:00 a.m., last attempt Nov 21, 2026, 6:00 a.m. You were emailed.',
      failure: 'S3 answered 403: AccessDenied',
    })
    expect(await read()).toMatch(/Backups<span[^>]*>1 <span class="visually-hidden">failing/)
    expect((await readBackupJobs(open()))[0]?.failingSince).not.toBe(null)
  })

  test('lists the age, size and rehearsal of each', async () => {
    const backup = { place: 's3://shop-backups', shopVersion: '0.1.0', sealed: false, pictures: 46 }
    const bytes = { databaseBytes: 700_000, storedBytes: 43_000 }
    const [older, newer] = ['2026-11-19T09-00-00Z', '2026-11-20T09-00-00Z'] as const
    await recordStoredBackups(open(), [
      { ...backup, ...bytes, name: older, takenAt: Date.parse('2026-11-19T09:00:00Z') },
      { ...backup, ...bytes, name: newer, takenAt: Date.parse('2026-11-20T09:00:00Z') },
    ])
    await recordRehearsal(open(), { name: older, now: shop.now(), failure: 'The books do not balance.' })
    expect(await (await ask('GET', BACKUPS)).json()).toMatchObject({
      backups: [
        {
          name: newer,
          age: '1 day ago',
          size: '700 kB, stored as 43 kB',
          rehearsal: 'Checked after writing',
        },
        { name: older, age: '2 days ago', rehearsal: 'The books do not balance.', isBroken: true },
      ],
    })
  })

  test('offers no other job', async () => {
    expect((await ask('POST', `${BACKUPS}/restore`)).status).toBe(404)
  })
})
