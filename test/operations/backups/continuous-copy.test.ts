import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBackupJobs } from '#db/backups/backup-jobs.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { externalChanges, countAnnouncement } from '#db/engine/external-changes.ts'
import { SqliteDialect } from '#db/engine/sqlite-dialect.ts'
import type { CopyState } from '#domain/backups/copy-progress.ts'
import { chooseRestorable } from '#operations/backups/continuous/choose-restorable.ts'
import { copyNewPictures } from '#operations/backups/continuous/copy-new-pictures.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { countFailingBackups } from '#operations/backups/read-backups.ts'
import { runBackupJob } from '#operations/backups/run-backup-job.ts'
import { runDueBackups } from '#operations/backups/run-due-backups.ts'
import { watchContinuousCopy } from '#operations/backups/continuous/watch-continuous-copy.ts'
import { UNSEALED } from '#providers/backups/backup-store.ts'
import { openBackupDesk, type BackupDesk } from '#test/support/backup-desk.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop } from '#test/support/serve-shop.ts'
import { signInAda } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY = 24 * 3_600_000

describeOnEachDatabase('The continuous copy', (open, { location }) => {
  let shop: TestShop
  let desk: BackupDesk
  let state: CopyState

  beforeEach(async () => {
    shop = await openTestShop(open())
    desk = openBackupDesk(location, () => shop.now())
    state = { kind: 'copying', storedTo: shop.now() - 1_200 }
    shop.backups = { place: '/mnt/backups', hour: 3, run: async () => null }
    const copy = { place: '/mnt/backups', start() {}, state: () => state, stop: async () => {} }
    shop.continuous = { copy, store: desk.store, seal: UNSEALED, pictures: desk.images }
  })
  afterEach(() => desk.close())

  const subjects = () => shop.mails.map(({ subject }) => subject)

  test('owners get one mail when the copy is behind, and one when it works again', async () => {
    await watchContinuousCopy(shop)
    state = { kind: 'failing', storedTo: shop.now() - 60_000, words: 'The disk is full.' }
    for (let round = 0; round < 3; round += 1) {
      await watchContinuousCopy(shop)
      await deliverOutbox(shop)
      shop.pass(60_000)
    }
    expect(subjects()).toEqual(['The continuous backup is behind'])
    expect(shop.mails[0]?.text).toContain('The disk is full.')
    state = { kind: 'copying', storedTo: shop.now() }
    await watchContinuousCopy(shop)
    await watchContinuousCopy(shop)
    await deliverOutbox(shop)
    expect(subjects()).toEqual(['The continuous backup is behind', 'The continuous backup is working again'])
    expect((await readBackupJobs(shop.database)).map(({ job }) => job)).toEqual([
      'backup',
      'rehearsal',
      'copy-rehearsal',
    ])
  })

  test('owners see how far the copy is behind, and why', async () => {
    const served = await serveShop(shop)
    const ask = await signInAda(shop, served)
    const read = async () => (await (await ask('GET', '/admin/backups')).text()).replaceAll('<!-- -->', '')
    expect(await read()).toContain('The copy is 2 seconds behind.')
    state = { kind: 'failing', storedTo: null, words: 'Litestream says: no space left on device' }
    const html = await read()
    expect(html).toContain('Nothing has been copied since the shop started.')
    expect(html).toContain('no space left on device')
    await served.close()
  })

  test('restoring the copy is rehearsed each week by the process that makes it, and a failure is mailed', async () => {
    const ran: string[] = []
    let outcome: string | null = null
    shop.backups = {
      place: '/mnt/backups',
      hour: 3,
      async run(job, by) {
        ran.push(job)
        const run = { now: shop.now, onProgress: () => {}, wordsOf: () => 'All went well.' }
        await runBackupJob(open(), { ...run, lease: { job, by, isRecorded: true } }, async () => {
          if (job === 'copy-rehearsal' && outcome !== null) throw new Error(outcome)
        }).catch(() => {})
        return null
      },
    }
    const rehearsals = async () => {
      await runDueBackups(shop, new AbortController().signal)
      await deliverOutbox(shop)
      return ran.filter((job) => job === 'copy-rehearsal').length
    }
    state = { kind: 'other-process' }
    expect(await rehearsals()).toBe(0)
    state = { kind: 'copying', storedTo: shop.now() }
    expect(await rehearsals()).toBe(1)
    expect(await rehearsals()).toBe(1)
    shop.pass(7 * DAY)
    outcome = 'The books of the continuous copy do not balance.'
    expect(await rehearsals()).toBe(2)
    expect(subjects()).toEqual(['The continuous backup could not be restored'])
    expect(shop.mails[0]?.text).toContain('The books of the continuous copy do not balance.')
    expect(await countFailingBackups(shop)).toBe(1)
    shop.pass(DAY)
    outcome = null
    expect(await rehearsals()).toBe(3)
    expect(subjects()).toEqual([
      'The continuous backup could not be restored',
      'The continuous backup can be restored again',
    ])
  })

  test('owners see both rehearsals, and can start the second only in a shop with a copy', async () => {
    const served = await serveShop(shop)
    const ask = await signInAda(shop, served)
    const titles = async () => {
      const answer = (await (await ask('GET', '/api/staff/backups')).json()) as { jobs: { title: string }[] }
      return answer.jobs.map(({ title }) => title)
    }
    expect(await titles()).toEqual([
      'Continuous copy',
      'Nightly backup',
      'Weekly rehearsal',
      'Rehearsal of the copy',
    ])
    expect((await ask('POST', '/api/staff/backups/copy-rehearsal')).status).toBe(202)
    shop.continuous = null
    expect(await titles()).toEqual(['Nightly backup', 'Weekly rehearsal'])
    expect((await ask('POST', '/api/staff/backups/copy-rehearsal')).status).toBe(404)
    await served.close()
  })

  test('pictures that were uploaded since the last backup are copied to the same place', async () => {
    const key = '0123456789abcdef01234567'
    const { createHash } = await import('node:crypto')
    const real = createHash('sha256').update('a picture').digest('hex').slice(0, 24)
    const master = { type: 'jpg', width: 8, height: 10, content: new Blob(['a picture']) } as const
    await desk.images.put(real, { master, widths: [] })
    const alt = { alt: 'A hoodie', width: 8, height: 10, placeholder: '' }
    await shop.catalog.add(
      hoodie({
        pictures: [
          { key: real, ...alt },
          { key, ...alt },
        ],
      }),
    )
    await copyNewPictures(shop)
    expect(await desk.store.list('pictures/')).toEqual([`pictures/${real.slice(0, 2)}/${real}-8x10.jpg`])
    await copyNewPictures(shop)
    expect(await desk.store.list('pictures/')).toHaveLength(1)
  })

  test('the newer of the continuous copy and the nightly backup is restored', async () => {
    const sourceOf = (endsAt: number) => async () => ({ endsAt, restoreTo: async () => {} })
    await expect(chooseRestorable(desk.store, sourceOf(1))).rejects.toThrow('There is no complete backup')
    const { manifest } = await desk.backUp()
    const kind = async (endsAt: number) => (await chooseRestorable(desk.store, sourceOf(endsAt))).kind
    expect(await kind(manifest.takenAt + 1)).toBe('nightly')
    await desk.store.write('continuous/generations/1/snapshots/1', new Uint8Array(1))
    expect(await kind(manifest.takenAt + 1)).toBe('continuous')
    expect(await kind(manifest.takenAt - 1)).toBe('nightly')
  })

  test('a checkpoint of Litestream empties no cache, but a change by another process does', async () => {
    const at = location()
    if (at.engine !== 'sqlite') return
    await shop.catalog.add(hoodie({ stock: 5 }))
    const dialect = new SqliteDialect(at)
    const other = await openDatabase(at)
    const changes = externalChanges(dialect)
    const { sql } = await import('kysely')
    await sql`create table _litestream_seq (id integer primary key, seq integer)`.execute(other.db)
    await sql`insert into _litestream_seq values (1, 1)`.execute(other.db)
    changes.haveCome()
    await sql`update _litestream_seq set seq = seq + 1`.execute(other.db)
    expect(changes.haveCome()).toBe(false)
    await sql`update _litestream_seq set seq = seq + 1`.execute(other.db)
    await countAnnouncement(other.db)
    expect(changes.haveCome()).toBe(true)
    await other.db.updateTable('products').set({ stock: 1 }).execute()
    expect(changes.haveCome()).toBe(true)
    expect(changes.haveCome()).toBe(false)
    await other.close()
  })
})
