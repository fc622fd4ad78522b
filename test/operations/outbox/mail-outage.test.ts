import { afterEach, beforeEach, expect, test } from 'vitest'
import { readMailOutage } from '#db/mail/mail-outage.ts'
import { cents } from '#domain/money.ts'
import { readOrder } from '#operations/orders/read-order.ts'
import { readDashboard } from '#operations/orders/read-dashboard.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { EmailjsMailer } from '#providers/mail/emailjs/emailjs-mailer.ts'
import { SmtpMailer } from '#providers/mail/smtp/smtp-mailer.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { startEmailjsServer } from '#test/fakes/emailjs-server.ts'
import { startSmtpFake, type SmtpFake } from '#test/fakes/smtp-fake.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { EMAILJS_SETTINGS, MAIL_PARTS, smtpSettings } from '#test/support/mail/mail-parts.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const MESSAGE = { name: 'Ada', email: 'ada@shopper.example', subject: 'general', message: 'Hello' } as const

describeOnEachDatabase('an outage of the mail server', (open) => {
  let shop: TestShop
  let server: SmtpFake

  beforeEach(async () => {
    shop = await openTestShop(open())
    server = await startSmtpFake()
    shop.mailer = new SmtpMailer(smtpSettings(server.port), { ...MAIL_PARTS, now: shop.now })
  })
  afterEach(async () => {
    await shop.mailer.close()
    await server.stop()
    shop.failures.length = 0
  })

  /** Works as the shop does, for this long. */
  async function work(ms: number, everyMs: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += everyMs) {
      shop.pass(everyMs)
      while ((await deliverOutbox(shop)) > 0);
    }
  }

  const tasks = () => shop.database.db.selectFrom('outbox').selectAll().orderBy('id').execute()

  test('delays the 200 confirmations of 200 orders, which are sent afterwards, none twice', async () => {
    const product = await shop.catalog.add(hoodie({ stock: 1_000, price: cents(40_00) }))
    await server.stop()
    for (let order = 0; order < 200; order += 1) {
      const customer = { ...CUSTOMER, email: `shopper-${order}@shopper.example` }
      const { clientSecret } = await place(shop, orderFor([product], [one(product)], { customer }))
      await shop.gateway.confirm(clientSecret, PAYS)
      await deliverWebhooks(shop)
      await work(18 * SECOND, 18 * SECOND)
    }
    const waiting = await tasks()
    expect(waiting).toHaveLength(400)
    expect(waiting.every((mail) => mail.done_at === null && mail.gave_up_at === null)).toBe(true)
    expect(Math.max(...waiting.map(({ attempts }) => attempts))).toBe(0)
    const tries = shop.failures.splice(0).length
    expect(tries).toBeLessThan(60)

    await server.start()
    await work(5 * MINUTE, 10 * SECOND)
    const confirmations = server.mails.filter(({ parsed }) =>
      parsed.messageId?.includes('order-confirmation'),
    )
    expect(confirmations).toHaveLength(200)
    expect(new Set(confirmations.map(({ to }) => to)).size).toBe(200)
    expect(new Set(server.mails.map(({ parsed }) => parsed.messageId)).size).toBe(400)
    expect(server.mails).toHaveLength(400)
    expect(await readMailOutage(shop.database.db)).toBe(null)
    expect(shop.failures).toEqual([])
  }, 120_000)

  test('is tested with one mail at a time, less and less often, but at least every five minutes', async () => {
    for (let turn = 0; turn < 30; turn += 1) await sendContactMessage(shop, MESSAGE)
    await server.stop()
    const triesIn = async (ms: number) => {
      await work(ms, SECOND)
      return shop.failures.splice(0).length
    }
    expect(await triesIn(SECOND)).toBe(20) // the round that found it gone
    expect(await triesIn(4 * SECOND)).toBe(0)
    expect(await triesIn(SECOND)).toBe(1)
    expect(await triesIn(10 * SECOND)).toBe(1)
    await work(HOUR, MINUTE)
    shop.failures.length = 0
    expect(await triesIn(10 * MINUTE)).toBe(2)
    expect((await readDashboard(shop)).mailOutage).toMatchObject({
      waiting: 30,
      failure: `The mail server 127.0.0.1:${server.port} cannot be reached (ECONNREFUSED).`,
    })
  })

  test('is shown on an order, with when its mails are tried next', async () => {
    const product = await shop.catalog.add(hoodie())
    await server.stop()
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    const at = shop.now()
    const mails = async () => (await readOrder(shop, orderNumber))?.mails
    const waiting = { state: 'waiting', at, error: null, nextTry: null }
    expect(await mails()).toMatchObject([waiting, waiting])
    await work(SECOND, SECOND)
    const { pausedUntil, failure } = (await readMailOutage(shop.database.db)) ?? {}
    const paused = { ...waiting, nextTry: pausedUntil, error: failure }
    expect(pausedUntil).toBe(at + 6 * SECOND)
    expect(await mails()).toMatchObject([paused, paused])
    await server.start()
    await work(MINUTE, 5 * SECOND)
    const sent = { state: 'sent', nextTry: null }
    expect(await mails()).toMatchObject([sent, sent])
  })

  test('does not include a mail that the server took without confirming: it counts as an attempt and is sent again', async () => {
    await sendContactMessage(shop, MESSAGE)
    server.disturb('data', 'hang-up')
    await work(SECOND, SECOND)
    server.disturb('data', null)
    expect((await tasks())[0]).toMatchObject({ attempts: 1, done_at: null })
    await work(MINUTE, SECOND)
    expect(server.mails).toHaveLength(2)
    expect(new Set(server.mails.map(({ parsed }) => parsed.messageId)).size).toBe(1)
  })

  test('is not declared for a mail that ends the connection each time, and other mails are sent', async () => {
    const poison = 'poison@shopper.example'
    const product = await shop.catalog.add(hoodie({ stock: 1_000 }))
    server.disturb('rcpt', 'hang-up', [poison])
    for (const email of [poison, 'ada@shopper.example', 'bea@shopper.example']) {
      const customer = { ...CUSTOMER, email }
      const { clientSecret } = await place(shop, orderFor([product], [one(product)], { customer }))
      await shop.gateway.confirm(clientSecret, PAYS)
    }
    await deliverWebhooks(shop)
    await work(10 * MINUTE, 5 * SECOND)
    const recipients = new Set(server.mails.map(({ to }) => to))
    expect([...recipients].sort()).toEqual([
      'ada@shopper.example',
      'bea@shopper.example',
      'owner@shop.example',
    ])
    server.disturb('rcpt', null)
    await work(HOUR, MINUTE)
    expect(server.mails).toHaveLength(6)
  })

  test('of three days makes equally old mails give up with the error of the server, and younger ones wait', async () => {
    await sendContactMessage(shop, MESSAGE)
    await server.stop()
    await work(48 * HOUR, HOUR)
    await sendContactMessage(shop, MESSAGE)
    await work(25 * HOUR, HOUR)
    const words = `The mail server 127.0.0.1:${server.port} cannot be reached (ECONNREFUSED).`
    expect(await tasks()).toMatchObject([
      { kind: 'contact-message', gave_up_at: expect.any(Number) as number, last_error: words },
      { kind: 'contact-message', gave_up_at: null },
      { kind: 'given-up-alert', gave_up_at: null },
    ])
    expect((await readDashboard(shop)).failedMails.tasks).toMatchObject([{ error: words }])
    await server.start()
    await work(HOUR, MINUTE)
    expect(server.mails.map(({ parsed }) => parsed.subject)).toEqual([
      expect.stringContaining('General') as string,
      'An email could not be sent: Contact message',
    ])
  })

  test('is not declared for a mail that has to wait for a rate limit', async () => {
    const emailjs = await startEmailjsServer()
    let isFull = true
    const refuse = { supplier: 'EmailJS', kind: 'rate-limited', retryAfterMs: 20 * SECOND } as const
    const turn = async () => {
      if (isFull) throw new SupplierError('The queue is full.', refuse)
    }
    const paceOf = () => ({ turn, pause: async () => {} })
    shop.mailer = new EmailjsMailer(
      { ...EMAILJS_SETTINGS, apiBase: emailjs.url },
      { ...MAIL_PARTS, now: shop.now, paceOf },
    )
    await sendContactMessage(shop, MESSAGE)
    await work(19 * SECOND, SECOND)
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect(await tasks()).toMatchObject([{ attempts: 0, gave_up_at: null, last_error: 'The queue is full.' }])
    expect(await readMailOutage(shop.database.db)).toBe(null)
    isFull = false
    await work(2 * SECOND, SECOND)
    expect(emailjs.mails).toHaveLength(1)
    await emailjs.close()
  })

  test('does not delay refunds and deletions', async () => {
    await sendContactMessage(shop, MESSAGE)
    await server.stop()
    await work(SECOND, SECOND)
    await shop.database.db
      .insertInto('outbox')
      .values({
        kind: 'forget-mails',
        payload: JSON.stringify({ mails: ['some-mail'] }),
        dedupe_key: 'forget',
        run_after: 0,
        leased_by: null,
        begun_at: null,
        done_at: null,
        gave_up_at: null,
        told_by: null,
        last_error: null,
        created_at: shop.now(),
        order_id: null,
      })
      .execute()
    await work(SECOND, SECOND)
    expect((await tasks()).map(({ kind, done_at }) => [kind, done_at !== null])).toEqual([
      ['contact-message', false],
      ['forget-mails', true],
    ])
  })
})
