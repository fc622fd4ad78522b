import { expect, test } from 'vitest'
import { confirmSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { readOrder } from '#operations/orders/read-order.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const ADA = 'ada@shopper.example'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const writeToUs = (shop: TestShop) =>
  sendContactMessage(shop, { name: 'Ada', email: ADA, subject: 'general', message: 'Do you ship to Reno?' })

describeOnEachDatabase('retention', (open, { connectAgain }) => {
  const kinds = async ({ database: { db } }: TestShop) =>
    (await db.selectFrom('outbox').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
  const states = async ({ database: { db } }: TestShop) =>
    (await db.selectFrom('newsletter_subscribers').select(['email', 'state']).orderBy('email').execute()).map(
      ({ email, state }) => `${email} ${state}`,
    )

  async function daysPass(shop: TestShop, days: number): Promise<void> {
    shop.pass(days * DAY_MS)
    await applyRetention(shop)
  }

  test('a mail without an order is kept for 30 days, a mail about an order for good', async () => {
    const shop = await openTestShop(open())
    const product = await shop.catalog.add(hoodie())
    await writeToUs(shop)
    await subscribeToNewsletter(shop, ADA)
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await deliverOutbox(shop)
    await daysPass(shop, 30)
    expect(await kinds(shop)).toHaveLength(4)
    shop.pass(1)
    await applyRetention(shop)
    expect((await kinds(shop)).toSorted()).toEqual(['order-confirmation', 'order-notification'])
    expect((await readOrder(shop, orderNumber))?.mails).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  })

  test('a waiting mail is kept however old it is, and a given-up one for 30 days after that', async () => {
    const shop = await openTestShop(open())
    const { db } = shop.database
    await enqueue(
      db,
      ['waits', 'given up', 'newest'].map((dedupeKey) => ({
        kind: 'contact-message',
        payload: {},
        dedupeKey,
      })),
      shop.now(),
    )
    await daysPass(shop, 100)
    expect(await kinds(shop)).toHaveLength(3)
    const givenUp = db.updateTable('outbox').set({ gave_up_at: shop.now() })
    await givenUp.where('dedupe_key', '=', 'given up').execute()
    await daysPass(shop, 30)
    expect(await kinds(shop)).toHaveLength(3)
    await daysPass(shop, 1)
    const left = await db.selectFrom('outbox').select('dedupe_key').orderBy('id').execute()
    expect(left.map((task) => task.dedupe_key)).toEqual(['waits', 'newest'])
  })

  test('a number in the outbox is never reused, so that no two mails have the same id', async () => {
    const shop = await openTestShop(open())
    const newest = () =>
      shop.database.db.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await writeToUs(shop)
    const { id } = await newest()
    await deliverOutbox(shop)
    await daysPass(shop, 31)
    await writeToUs(shop)
    expect((await newest()).id).toBeGreaterThan(id)
  })

  test('an unconfirmed address is deleted 30 days after its last mail; others stay', async () => {
    const shop = await openTestShop(open())
    await subscribeToNewsletter(shop, 'asked-again@x.example')
    await subscribeToNewsletter(shop, 'confirmed@x.example')
    await subscribeToNewsletter(shop, 'silent@x.example')
    const { db } = shop.database
    const { id } = await db
      .selectFrom('newsletter_subscribers')
      .select('id')
      .where('email', '=', 'confirmed@x.example')
      .executeTakeFirstOrThrow()
    await confirmSubscriber(db, { id, mailedAt: shop.now(), now: shop.now() })
    await daysPass(shop, 29)
    await subscribeToNewsletter(shop, 'asked-again@x.example')
    await daysPass(shop, 1)
    expect(await states(shop)).toHaveLength(3)
    await daysPass(shop, 1)
    expect(await states(shop)).toEqual(['asked-again@x.example pending', 'confirmed@x.example confirmed'])
    await daysPass(shop, 29)
    expect(await states(shop)).toEqual(['confirmed@x.example confirmed'])
  })

  test('two processes may delete at the same time, while an address subscribes', async () => {
    const shop = await openTestShop(open())
    const other = await openTestShop(await connectAgain())
    for (let i = 0; i < 40; i += 1) await subscribeToNewsletter(shop, `old-${i}@x.example`)
    await deliverOutbox(shop)
    await deliverOutbox(shop)
    shop.pass(31 * DAY_MS)
    other.pass(31 * DAY_MS)
    await Promise.all([
      applyRetention(shop),
      subscribeToNewsletter(other, 'old-39@x.example'),
      applyRetention(other),
      subscribeToNewsletter(shop, 'old-7@x.example'),
    ])
    expect(await states(shop)).toEqual(['old-39@x.example pending', 'old-7@x.example pending'])
    expect(await deliverOutbox(shop)).toBe(2)
  })

  test('a round deletes one batch, and the next one continues', async () => {
    const shop = await openTestShop(open())
    const task = (i: number) => ({ kind: 'contact-message' as const, payload: {}, dedupeKey: `task ${i}` })
    await enqueue(
      shop.database.db,
      Array.from({ length: 701 }, (_, i) => task(i)),
      shop.now(),
    )
    await shop.database.db.updateTable('outbox').set({ done_at: shop.now() }).execute()
    shop.pass(31 * DAY_MS)
    expect(await applyRetention(shop)).toBe(500)
    expect(await kinds(shop)).toHaveLength(201)
    expect({ next: await applyRetention(shop), last: await applyRetention(shop) }).toEqual({
      next: 200,
      last: 0,
    })
    expect(await kinds(shop)).toHaveLength(1)
  })

  test('a rate-limit count is kept for a day, and not a millisecond longer', async () => {
    const shop = await openTestShop(open())
    const { db } = shop.database
    const dayAgo = shop.now() - DAY_MS
    await db
      .insertInto('throttles')
      .values([
        { key: 'a day old', tokens: 0, at: dayAgo },
        { key: 'older', tokens: 0, at: dayAgo - 1 },
      ])
      .execute()
    await applyRetention(shop)
    expect(await db.selectFrom('throttles').select('key').execute()).toEqual([{ key: 'a day old' }])
  })
})
