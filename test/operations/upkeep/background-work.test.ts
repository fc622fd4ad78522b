import { tmpdir } from 'node:os'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Database } from '#db/schema.ts'
import { transact } from '#db/engine/transact.ts'
import { startBackgroundWork } from '#operations/upkeep/background-work.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { deliverWebhooks, one, orderFor, ordersByState, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop } from '#test/support/test-shop.ts'

const MESSAGE = { name: 'Ada', email: 'ada@shopper.example', subject: 'general', message: 'Hello' } as const

describeOnEachDatabase('background jobs', (open, { connectAgain }) => {
  test('bring an order from the payment to both mails', async () => {
    const shop = await openTestShop(open())
    const product = await shop.catalog.add(hoodie())
    const stop = startBackgroundWork(shop, () => deliverWebhooks(shop))
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await expect.poll(() => shop.mails).toHaveLength(2)
    await stop()
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('resume the work of a dead process, and leave that of a live one alone', async () => {
    const shop = await openTestShop(open())
    const beside = await connectAgain()
    for (const process of [shop.database, beside]) {
      process.onForeignChange(() => {})
      await expect.poll(() => process.worker()).not.toBeNull()
    }
    const outboxIn = (db: Kysely<Database>) =>
      db
        .updateTable('outbox')
        .set({ leased_until: shop.now() + 60_000 })
        .where('done_at', 'is', null)
    await sendContactMessage(shop, MESSAGE)
    await outboxIn(shop.database.db).set({ leased_by: 1 }).execute()
    const stop = startBackgroundWork(shop)
    await expect.poll(() => shop.mails).toHaveLength(1)
    await transact(beside, async (tx) => {
      await enqueue(tx, [{ kind: 'contact-message', payload: {}, dedupeKey: 'beside' }], shop.now())
      await outboxIn(tx).where('dedupe_key', '=', 'beside').set({ leased_by: beside.worker() }).execute()
    })
    await sendContactMessage(shop, MESSAGE)
    await expect.poll(() => shop.mails).toHaveLength(2)
    await stop()
    const taken = shop.database.db.selectFrom('outbox').select('attempts').where('dedupe_key', '=', 'beside')
    expect(await taken.execute()).toEqual([{ attempts: 0 }])
  })

  test('run one round of a job at a time, and stopping waits for running rounds', async () => {
    const shop = await openTestShop(open())
    let running = 0
    let most = 0
    let rounds = 0
    const stop = startBackgroundWork(shop, async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
      rounds += 1
      return 1
    })
    await expect.poll(() => rounds).toBeGreaterThan(3)
    await stop()
    expect({ most, running }).toEqual({ most: 1, running: 0 })
    const before = rounds
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(rounds).toBe(before)
  })

  test('continue after a failure, and log it', async () => {
    const shop = await openTestShop(open())
    shop.settings.dataDir = tmpdir()
    let rounds = 0
    const stop = startBackgroundWork(shop, async () => {
      rounds += 1
      if (rounds === 1) throw new Error('broken once')
      return 0
    })
    await expect.poll(() => rounds).toBeGreaterThan(1)
    await stop()
    expect(shop.failures.map(({ message }) => message)).toEqual([
      'Background work failed: delivering webhooks',
    ])
  })
})
