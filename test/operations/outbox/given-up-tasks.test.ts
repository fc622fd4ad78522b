import { toPaymentId, toRefundId } from '#domain/ids.ts'
import type { TaskKind } from '#domain/outbox/task-kinds.ts'
import { beforeEach, expect, test } from 'vitest'
import { findPayments } from '#db/checkout/payments.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { freeAbandonedTasks } from '#db/outbox/outbox-leases.ts'
import { cents } from '#domain/money.ts'
import { requestRefund } from '#operations/request-refund.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { readDashboard } from '#operations/orders/read-dashboard.ts'
import { requestPasswordReset } from '#operations/staff/request-password-reset.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { deliverWebhooks, one, orderFor, ordersByState, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR = 60 * 60_000
const MESSAGE = { name: 'Ada', email: 'ada@shopper.example', subject: 'general', message: 'Hello' } as const

describeOnEachDatabase('tasks that are given up', (open, { location }) => {
  let shop: TestShop

  beforeEach(async () => {
    shop = await openTestShop(open())
  })

  async function orderThatOwesMails(): Promise<string> {
    const product = await shop.catalog.add(hoodie())
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    return orderNumber
  }

  /** Runs every task until all have been sent or given up. */
  async function tryForDays(): Promise<void> {
    for (let hour = 0; hour < 60; hour += 1) {
      shop.pass(1.3 * HOUR)
      await deliverOutbox(shop)
    }
  }

  const openTasks = async () => {
    const waiting = shop.database.db.selectFrom('outbox').select('kind').where('done_at', 'is', null)
    return (await waiting.where('gave_up_at', 'is', null).execute()).map(({ kind }) => kind)
  }
  const attempts = async () => {
    const rows = await shop.database.db.selectFrom('outbox').select(['kind', 'attempts']).execute()
    return Object.fromEntries(rows.map((row) => [row.kind, row.attempts]))
  }
  const failedMails = async () => (await readDashboard(shop)).failedMails.tasks.map(({ kind }) => kind)

  /**
   * Delivers the outbox in a separate process until a mail with this prefix kills it, so that it marks nothing as done.
   * Returns whether it died.
   */
  async function processThatDiesOf(deadly: string): Promise<boolean> {
    const database = await openDatabase(location())
    database.onForeignChange(() => {})
    await expect.poll(() => database.worker()).not.toBeNull()
    const process = { ...shop, database }
    await expect
      .poll(async () => {
        await freeAbandonedTasks(database, shop.now())
        const leased = await database.db
          .selectFrom('outbox')
          .select('id')
          .where('leased_until', '>', shop.now())
          .where('done_at', 'is', null)
          .execute()
        return leased.length
      })
      .toBe(0)
    let died = () => {}
    const death = new Promise<true>((resolve) => (died = () => resolve(true)))
    let isDead = false
    const never = new Promise<never>(() => {})
    process.mailer = {
      ...shop.mailer,
      async send(mail) {
        if (mail.id.startsWith(deadly)) {
          isDead = true
          died()
        }
        // Other running tasks die with it.
        await new Promise(setImmediate)
        if (isDead) return never
        await shop.mailer.send(mail)
      },
    }
    const rounds = async (): Promise<false> => {
      while ((await deliverOutbox(process)) > 0);
      return false
    }
    const end = await Promise.race([death, rounds()])
    await database.close()
    return end
  }

  test('do not block other mail when one mail kills its process every time, and the owner is alerted', async () => {
    const messages = Array.from({ length: 8 }, (_, turn) => ({ ...MESSAGE, message: `Message ${turn}` }))
    for (const message of messages) await sendContactMessage(shop, message)
    await orderThatOwesMails()
    let deaths = 0
    while (await processThatDiesOf('order-notification')) {
      deaths += 1
      shop.pass(HOUR)
    }
    expect(deaths).toBe(36)
    expect(shop.mails.filter(({ id }) => id.startsWith('contact-message'))).toHaveLength(8)
    expect(await failedMails()).toEqual(['order-notification'])
    expect(shop.mails.at(-1)?.subject).toMatch(/^An email could not be sent: New order, order R-/)
    expect(shop.mails.at(-1)?.text).toContain('It ended the process that worked on it.')
    expect(await openTasks()).toEqual([])
  })

  test('do not include mails that were only waiting during thirty-six crashes in a row', async () => {
    await orderThatOwesMails()
    await sendContactMessage(shop, MESSAGE)
    for (let crash = 0; crash < 36; crash += 1) {
      expect(await processThatDiesOf('')).toBe(true)
      shop.pass(HOUR)
    }
    expect(Math.max(...Object.values(await attempts()))).toBeLessThan(36)
    await processThatDiesOf('nothing')
    expect(shop.mails).toHaveLength(3)
    expect(await failedMails()).toEqual([])
  })

  test('waited longer after each crash before they were tried again, and the others went first', async () => {
    await sendContactMessage(shop, MESSAGE)
    expect(await processThatDiesOf('contact')).toBe(true)
    expect(await processThatDiesOf('contact')).toBe(true)
    expect(await processThatDiesOf('contact')).toBe(false)
    shop.pass(2_000)
    expect(await processThatDiesOf('contact')).toBe(true)
    expect(await processThatDiesOf('contact')).toBe(false)
    shop.pass(3_999)
    expect(await processThatDiesOf('contact')).toBe(false)
    shop.pass(1)
    expect(await processThatDiesOf('contact')).toBe(true)
  })

  test('of every kind are in the staff area, and one mail to the owner lists all of them', async () => {
    const number = await orderThatOwesMails()
    await sendContactMessage(shop, MESSAGE)
    await subscribeToNewsletter(shop, MESSAGE.email)
    await shop.identity.addMember({ email: 'ada@redemption.example', password: 'wears red' })
    await requestPasswordReset(shop, 'ada@redemption.example', { device: null, network: '' })
    await enqueue(
      shop.database.db,
      [{ kind: 'unheard-of' as TaskKind, payload: { orderId: 'gone' }, dedupeKey: 'odd' }],
      shop.now(),
    )
    shop.mailIsDown = true
    while ((await failedMails()).length < 6) {
      shop.pass(1.3 * HOUR)
      await deliverOutbox(shop)
    }
    shop.mailIsDown = false
    await tryForDays()
    const given = ['contact-message', 'newsletter-confirm', 'order-confirmation', 'order-notification']
    expect((await failedMails()).sort()).toEqual([...given, 'password-reset', 'unheard-of'])
    expect(shop.mails.map(({ subject }) => subject)).toEqual(['6 emails could not be sent'])
    const [alert] = shop.mails
    expect(alert?.to.address).toBe(shop.settings.ownerEmail)
    for (const name of ['Contact message', `New order, order ${number}`, 'Password reset', 'unheard-of'])
      expect(alert?.text).toContain(`${name}: `)
    expect(alert?.text).toContain('The mail server is down')
    expect(shop.failures.splice(0)).toHaveLength(36 * 6)
    const history = await shop.database.db
      .selectFrom('order_events')
      .select('detail')
      .where('kind', '=', 'mail-given-up')
      .execute()
    expect(history.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual(
      expect.arrayContaining([
        { mail: 'order-confirmation', failure: 'The mail server is down' },
        { mail: 'order-notification', failure: 'The mail server is down' },
      ]),
    )
  })

  test('include an alert that cannot be sent either, without another alert', async () => {
    await sendContactMessage(shop, MESSAGE)
    shop.mailIsDown = true
    await tryForDays()
    await tryForDays()
    expect((await failedMails()).sort()).toEqual(['contact-message', 'given-up-alert'])
    expect(await openTasks()).toEqual([])
    shop.mailIsDown = false
    await tryForDays()
    expect(shop.mails).toEqual([])
    shop.failures.length = 0
  })

  test('flag the order of a refund that kills its process for review', async () => {
    const number = await orderThatOwesMails()
    while ((await deliverOutbox(shop)) > 0);
    const { id } = await shop.database.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
    const [payment] = await findPayments(shop.database.db, id)
    await shop.database.db.transaction().execute((tx) =>
      requestRefund(tx, {
        id: toRefundId('refund-1'),
        orderId: id,
        paymentId: toPaymentId(payment?.id ?? ''),
        source: 'staff',
        amount: cents(10_00),
        reason: 'Torn',
        by: 'ada@redemption.example',
        now: shop.now(),
      }),
    )
    await shop.database.db
      .updateTable('outbox')
      .set({ attempts: 36, begun_at: shop.now() })
      .where('kind', '=', 'refund')
      .execute()
    shop.mails.length = 0
    while ((await deliverOutbox(shop)) > 0);
    expect(await ordersByState(shop)).toEqual({ 'needs-attention': 1 })
    expect(shop.mails.map(({ subject }) => subject)).toEqual([
      `[TEST] The refund of order ${number} was never confirmed`,
    ])
    expect(await failedMails()).toEqual([])
  })
})
