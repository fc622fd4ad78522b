import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBackupJobs } from '#db/backups/backup-jobs.ts'
import { listStoredBackups } from '#db/backups/stored-backups.ts'
import type { BackupJob } from '#domain/backups/backup-jobs.ts'
import { countFailingBackups } from '#operations/backups/read-backups.ts'
import { recordBackups } from '#operations/backups/record-backups.ts'
import { rehearseBackup } from '#operations/backups/rehearse-backup.ts'
import { leaseForCommand, runBackupJob } from '#operations/backups/run-backup-job.ts'
import { runDueBackups } from '#operations/backups/run-due-backups.ts'
import { requestBackup } from '#operations/backups/request-backup.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { UNSEALED } from '#providers/backups/backup-store.ts'
import { openBackupDesk, type BackupDesk } from '#test/support/backup-desk.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR = 3_600_000

describeOnEachDatabase('The jobs around backups', (open, { location }) => {
  let shop: TestShop
  let desk: BackupDesk
  let ran: BackupJob[]
  /** What a job does instead of starting a process; a text is its failure. */
  let outcome: string | null | 'killed'
  const going = new AbortController().signal

  beforeEach(async () => {
    shop = await openTestShop(open())
    desk = openBackupDesk(location, () => shop.now())
    ran = []
    outcome = null
    shop.backups = {
      place: desk.store.address,
      hour: 3,
      async run(job, by) {
        ran.push(job)
        if (outcome === 'killed') return 'The process was ended with SIGKILL.'
        const work = async () => {
          if (outcome !== null) throw new Error(outcome)
          if (job === 'backup') {
            await desk.backUp()
            await recordBackups(open(), desk.store)
          }
          return 'All went well.'
        }
        const run = { now: shop.now, onProgress: () => {}, wordsOf: (words: string) => words }
        await runBackupJob(open(), { ...run, lease: { job, by, isRecorded: true } }, work).catch(() => {})
        return null
      },
    }
  })
  afterEach(() => desk.close())

  const round = () => runDueBackups(shop, going)
  async function mails(): Promise<string[]> {
    while ((await deliverOutbox(shop)) > 0);
    return shop.mails.map(({ subject }) => subject)
  }

  test('the first backup is made and rehearsed immediately; then one each night, and a rehearsal each week', async () => {
    await round()
    await round()
    expect(ran).toEqual(['backup', 'rehearsal'])
    for (let hours = 0; hours < 7 * 24; hours += 1) {
      shop.pass(HOUR)
      await round()
    }
    expect(ran.filter((job) => job === 'backup')).toHaveLength(8)
    expect(ran.filter((job) => job === 'rehearsal')).toHaveLength(2)
    expect((await listStoredBackups(open()))[0]).toMatchObject({ place: desk.store.address, pictures: 0 })
    expect(await mails()).toEqual([])
  })

  test('one of two processes makes it', async () => {
    await Promise.all([round(), round()])
    expect(ran.filter((job) => job === 'backup')).toEqual(['backup'])
  })

  test('a failure is mailed once and tried again each hour, and the next success is mailed', async () => {
    outcome = 'The disk is full.'
    await round()
    for (let hours = 0; hours < 3; hours += 1) {
      shop.pass(HOUR)
      await round()
    }
    expect(ran).toEqual(['backup', 'backup', 'backup', 'backup'])
    expect(await mails()).toEqual(['The backup failed'])
    expect(shop.mails[0]?.text).toContain('The disk is full.')
    expect(await countFailingBackups(shop)).toBe(1)
    outcome = null
    shop.pass(HOUR)
    await round()
    expect(await mails()).toEqual(['The backup failed', 'Backups are working again'])
    expect(await countFailingBackups(shop)).toBe(0)
  })

  test('a process that was killed counts as a failure', async () => {
    outcome = 'killed'
    await round()
    expect((await readBackupJobs(open()))[0]).toMatchObject({
      failure: 'The process was ended with SIGKILL.',
    })
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect(await mails()).toEqual(['The backup failed'])
  })

  test('staff can request a backup, and a command has to wait while another one is made', async () => {
    await round()
    await requestBackup(shop, 'backup')
    shop.pass(1)
    await requestBackup(shop, 'backup')
    await round()
    expect(ran.filter((job) => job === 'backup')).toHaveLength(2)
    const command = { job: 'backup', isRecorded: true, now: shop.now() } as const
    await leaseForCommand(open(), command)
    await expect(leaseForCommand(open(), command)).rejects.toThrow('Another backup is being made')
  })

  const rehearse = () =>
    rehearseBackup({
      location: location(),
      store: desk.store,
      seal: UNSEALED,
      folder: join(desk.folder, 'rehearsal'),
      now: shop.now,
      onProgress: () => {},
    })

  test('a rehearsal restores the newest backup and counts its orders', async () => {
    const product = await shop.catalog.add(hoodie())
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await desk.backUp()
    expect((await rehearse()).words).toMatch(
      /^2026-11-21T12-00-00Z was restored in \d+ s: 1 order, every sum/,
    )
  })

  test('a rehearsal names what does not balance', async () => {
    const product = await shop.catalog.add(hoodie())
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await sql`update order_lines set quantity = 2`.execute(open().db)
    await sql`update payments set received_cents = 0`.execute(open().db)
    await sql`delete from outbox where kind = 'order-confirmation'`.execute(open().db)
    await desk.backUp()
    await expect(rehearse()).rejects.toThrow(
      /The books of .* do not balance\. Orders have a total .*\. Orders are paid, but .*\. Orders were paid by card, but/,
    )
  })

  test('a rehearsal finds a damaged picture, and the next backup copies it again', async () => {
    const key = '9f86d081884c7d659a2feaa0' // the hash of "test"
    const master = { type: 'jpg', width: 8, height: 10, content: new Blob(['test']) } as const
    await desk.images.put(key, { master, widths: [] })
    await shop.catalog.add(hoodie({ pictures: [{ key, alt: '', width: 8, height: 10, placeholder: '' }] }))
    await desk.backUp()
    writeFileSync(join(desk.store.address, `pictures/9f/${key}-8x10.jpg`), 'tesu')
    await expect(rehearse()).rejects.toThrow(
      `The image pictures/9f/${key}-8x10.jpg in ${desk.store.address} is damaged.`,
    )
    expect((await desk.backUp()).pictures.added).toBe(1)
    expect((await rehearse()).words).toContain('1 of 1 images were read')
  })
})
