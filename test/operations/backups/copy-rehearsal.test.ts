import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countAnnouncement } from '#db/engine/external-changes.ts'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { rehearseContinuousCopy } from '#operations/backups/continuous/rehearse-continuous-copy.ts'
import { LitestreamCopy } from '#providers/backups/litestream/litestream-copy.ts'
import { findLitestreamCopy } from '#providers/backups/litestream/litestream-source.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const MINUTE = 60_000

let folder: string
let database: ShopDatabase
let shop: TestShop
let copy: LitestreamCopy

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-copy-rehearsal-'))
  mkdirSync(join(folder, 'place'))
  const file = join(folder, 'shop.db')
  database = await openDatabase({ engine: 'sqlite', file, synchronous: 'full' })
  await migrate(database)
  shop = await openTestShop(database)
  copy = new LitestreamCopy({
    file,
    folder: join(folder, 'beside'),
    settings: { place: join(folder, 'place'), s3: null, recipient: null },
    now: Date.now,
    onFault: () => {},
    nudge: () => countAnnouncement(database.db),
    intervals: { lookMs: 20, storeMs: 20 },
    pollIntervalMs: 10,
  })
  copy.start()
})
afterEach(async () => {
  await database.close()
  await copy.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function sell(): Promise<void> {
  const product = await shop.catalog.add(hoodie())
  const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
  await shop.gateway.confirm(clientSecret, PAYS)
  await deliverWebhooks(shop)
}

async function untilStored(): Promise<void> {
  const changed = Date.now()
  await vi.waitFor(
    () => {
      const state = copy.state()
      expect(state.kind === 'copying' && state.storedTo > changed).toBe(true)
    },
    { timeout: 60_000, interval: 10 },
  )
}

const trial = () => join(folder, 'rehearsal')
async function rehearse(): Promise<string> {
  const source = await findLitestreamCopy({ place: join(folder, 'place'), s3: null }, null)
  if (source === null) throw new Error('There is no copy')
  return rehearseContinuousCopy({
    shop: database,
    source,
    folder: trial(),
    usualBytes: 0,
    now: shop.now,
    onProgress: () => {},
  })
}

test('the continuous copy is restored into a separate folder, which is deleted, and its books are checked', async () => {
  await sell()
  shop.pass(2 * MINUTE)
  await untilStored()
  expect(await rehearse()).toMatch(
    /^The continuous copy was restored in \d+ s: 1 order, none missing, and no fault in orders, payments/,
  )
  expect(existsSync(trial())).toBe(false)
})

test('a rehearsal names books of the copy that do not balance', async () => {
  await sell()
  await sql`update payments set received_cents = 0`.execute(database.db)
  await untilStored()
  await expect(rehearse()).rejects.toThrow(
    /^The books of the continuous copy do not balance\. Orders are paid, but no payment was received for them: R-/,
  )
  expect(existsSync(trial())).toBe(false)
})

test('a copy that lacks orders from more than a minute ago fails the rehearsal', async () => {
  await sell()
  await untilStored()
  await copy.stop()
  await sell()
  await sell()
  expect(await rehearse()).toContain('1 order, none missing')
  shop.pass(2 * MINUTE)
  await expect(rehearse()).rejects.toThrow(
    'The continuous copy lacks 2 orders that were placed more than a minute ago.',
  )
})
