import { tmpdir } from 'node:os'
import { beforeEach, describe, expect, test } from 'vitest'
import { readSampledPeriods, writeSample, type Sample } from '#db/monitoring/samples.ts'
import { readProblems } from '#db/monitoring/shop-problems.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Readings } from '#domain/monitoring/problems.ts'
import { RequestCounts } from '#domain/monitoring/request-counts.ts'
import { ProcessMeter } from '#operations/monitoring/process-meter.ts'
import { readReadings } from '#operations/monitoring/read-readings.ts'
import { recordSample } from '#operations/monitoring/record-sample.ts'
import { watchShop } from '#operations/monitoring/watch-shop.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describeOnEachDatabase('Monitoring', (open) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openTestShop(open())
    shop.settings.dataDir = tmpdir()
  })

  describe('alerts to the owner', () => {
    let endsAt: number | null
    let watch: () => Promise<void>
    beforeEach(() => {
      endsAt = shop.now() + 60 * DAY
      shop.certificate = { readEnd: async () => endsAt }
      watch = watchShop(shop)
    })

    /** The disk of the machine that runs the test may be full. */
    const kinds = async () =>
      (await readProblems(open())).map(({ kind }) => kind).filter((kind) => kind !== 'disk')
    const mails = () =>
      shop.mails.map(({ subject }) => subject).filter((subject) => !subject.includes('disk'))
    async function watched() {
      await watch()
      await deliverOutbox(shop)
      shop.failures.length = 0
    }

    test('are not sent while the shop works', async () => {
      await watched()
      expect({ kinds: await kinds(), mails: mails() }).toEqual({ kinds: [], mails: [] })
    })

    test('are sent once a day about a certificate that expires soon, until it is renewed', async () => {
      endsAt = shop.now() + 3 * DAY
      await watched()
      await watched()
      expect(mails()).toEqual(["The shop's certificate expires soon"])
      expect(shop.mails.at(-1)?.text).toContain(
        'The certificate of shop.example expires on November 24, 2026',
      )
      shop.pass(DAY)
      await watched()
      expect(mails()).toHaveLength(2)
      endsAt = shop.now() + 90 * DAY
      shop.pass(7 * HOUR)
      await watched()
      expect(await kinds()).toEqual([])
    })

    test('are sent by one process only', async () => {
      endsAt = shop.now() + 3 * DAY
      await Promise.all([watch(), watchShop(shop)()])
      await deliverOutbox(shop)
      shop.failures.length = 0
      expect(mails()).toHaveLength(1)
    })

    test('are not repeated while the certificate cannot be read, and its last known end is kept', async () => {
      endsAt = shop.now() + 3 * DAY
      await watched()
      endsAt = null
      shop.pass(7 * HOUR)
      await watched()
      expect(await kinds()).toEqual(['certificate'])
    })

    test('are sent about tasks that have waited for over an hour, with their last error', async () => {
      shop.mailIsDown = true
      const task = {
        kind: 'newsletter-confirm',
        payload: { subscriberId: 'nobody' },
        dedupeKey: 'one',
      } as const
      await enqueue(open().db, [task], shop.now())
      await open().db.updateTable('outbox').set({ last_error: 'Connection refused' }).execute()
      await watch()
      expect(await kinds()).toEqual([])
      shop.pass(HOUR + 1)
      await watch()
      expect((await readProblems(open())).find(({ kind }) => kind === 'outbox')).toMatchObject({
        since: shop.now(),
        detail: {
          count: 1,
          mails: 1,
          at: shop.now() - HOUR - 1,
          task: 'newsletter-confirm',
          error: 'Connection refused',
        },
      })
      shop.failures.length = 0
    })

    test.each<[string, (now: number) => Partial<Readings>, string, string]>([
      [
        'a disk with less than a tenth free',
        () => ({ disk: { free: 9e9, all: 100e9 } }),
        'The disk is almost full',
        'Free: 9.0 GB of 100.0 GB (9%).',
      ],
      [
        'emails that have waited for over an hour',
        (now) => ({
          outbox: {
            waiting: 3,
            mails: 3,
            oldest: { kind: 'order-confirmation', at: now - 2 * HOUR, error: '535 Login failed' },
          },
        }),
        'Emails or refunds have been waiting for over an hour',
        '3 emails have been waiting since November 21, 2026 at 4:00 a.m. The email service says: 535 Login failed',
      ],
      [
        'emails and refunds that have waited for over an hour',
        (now) => ({
          outbox: { waiting: 3, mails: 2, oldest: { kind: 'refund', at: now - 2 * HOUR, error: null } },
        }),
        'Emails or refunds have been waiting for over an hour',
        '3 tasks are waiting. The oldest is “Refund” since November 21, 2026 at 4:00 a.m.',
      ],
      [
        'a backup that is too old',
        (now) => ({ backup: { newestAt: now - 3 * DAY } }),
        'There is no recent backup',
        'The newest backup is from November 18, 2026 at 6:00 a.m.',
      ],
      [
        'unconfirmed refunds',
        (now) => ({ unconfirmedRefunds: { count: 2, oldestAt: now - 2 * HOUR } }),
        'The payment provider has not confirmed a refund',
        '2 refunds are unconfirmed, the oldest since November 21, 2026 at 4:00 a.m.',
      ],
      [
        'settlements that cannot be read',
        (now) => ({ settlements: { failingSince: now - 2 * DAY, error: 'No answer.' } }),
        'Fees and payouts are missing in the books',
        'The payment provider has not told what it settled since November 19, 2026 at 6:00 a.m. The last error was: No answer.',
      ],
    ])(
      'are sent once a day about %s, with the current figures',
      async (_what, changed, subject, sentence) => {
        const well = { disk: { free: 50e9, all: 100e9 } }
        const watchSeen = watchShop(shop, async (at) => ({
          ...(await readReadings(at)),
          ...well,
          ...changed(at.now()),
        }))
        for (let round = 0; round < 3; round += 1) await watchSeen()
        expect(shop.failures.splice(0)).toHaveLength(1)
        await deliverOutbox(shop)
        expect(shop.mails.map((mail) => [mail.to.address, mail.subject])).toEqual([
          ['owner@shop.example', subject],
        ])
        expect(shop.mails[0]?.text.replaceAll(/\s+/g, ' ')).toContain(sentence)
        shop.pass(DAY)
        await watchSeen()
        await deliverOutbox(shop)
        shop.failures.length = 0
        expect(shop.mails).toHaveLength(2)
      },
    )

    test('are sent about missing backups only where the shop makes backups, and not on its first day', async () => {
      await watched()
      expect(await kinds()).toEqual([])
      shop.backups = { place: '/backups', hour: 3, run: async () => null }
      await watched()
      expect({ kinds: await kinds(), mails: mails() }).toEqual({ kinds: ['backup'], mails: [] })
      shop.pass(36 * HOUR)
      await watched()
      expect(mails()).toEqual(['There is no recent backup'])
    })
  })

  describe('measurements', () => {
    const sample = (changes: Partial<Sample>): Sample => ({
      at: 0,
      process: 'one',
      requests: 10,
      failures: 0,
      slowMs: null,
      eventLoopMs: 5,
      memoryBytes: 100,
      waitingTasks: 0,
      diskFreeBytes: 1_000,
      ...changes,
    })

    test('of all processes are combined into periods: sums, and the worst of the other figures', async () => {
      const at = 600_000
      await writeSample(open(), sample({ at: at + 1, requests: 7, slowMs: 25 }))
      await writeSample(open(), sample({ at: at + 1, process: 'two', memoryBytes: 300, diskFreeBytes: 900 }))
      await writeSample(open(), sample({ at: at + 299_999, failures: 2, eventLoopMs: 80, waitingTasks: 4 }))
      await writeSample(open(), sample({ at: at + 300_000 }))
      const stretches = await readSampledPeriods(open(), { since: 1, lengthMs: 300_000 })
      expect(stretches).toEqual([
        {
          at,
          requests: 27,
          failures: 2,
          slowMs: 25,
          eventLoopMs: 80,
          memoryBytes: 300,
          waitingTasks: 4,
          diskFreeBytes: 900,
        },
        expect.objectContaining({ at: at + 300_000, requests: 10, slowMs: null }),
      ])
    })

    test('cover the time since the last one, and are deleted after two days', async () => {
      const counts = new RequestCounts()
      const meter = new ProcessMeter(counts)
      counts.cached = 5
      counts.answered('page', 500, 40)
      await recordSample(shop, meter)
      shop.pass(48 * HOUR + 1)
      counts.cached += 2
      await recordSample(shop, meter)
      meter.close()
      const rows = await open().db.selectFrom('samples').selectAll().execute()
      expect(rows).toEqual([
        expect.objectContaining({ requests: 2, failures: 0, slow_ms: null, process: meter.name }),
      ])
    })
  })
})
