import { beforeEach, expect, test } from 'vitest'
import { findBounce, recordBounce } from '#db/mail/bounced-addresses.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { readDashboard } from '#operations/orders/read-dashboard.ts'
import { readOrder } from '#operations/orders/read-order.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { MailError } from '#providers/mail/mail-error.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { BOUNCED_ADDRESS_REASON } from '#operations/mail/send-mail.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const WORDS = `The mail server mail.example:587 answered: 550 5.1.1 <${CUSTOMER.email}> No such user`
const DAY = 24 * 60 * 60_000

describeOnEachDatabase('a bounced address', (open) => {
  let shop: TestShop
  let number: string
  let refusing: Set<string>

  beforeEach(async () => {
    shop = await openTestShop(open())
    refusing = new Set([CUSTOMER.email])
    const { send } = shop.mailer
    shop.mailer.send = async (mail) => {
      if (!refusing.has(mail.to.address)) return send(mail)
      throw new MailError(WORDS, {
        supplier: 'SMTP',
        kind: 'not-found',
        status: 550,
        concerns: 'recipient',
        isAttempt: true,
      })
    }
    number = await buy()
  })

  async function buy(email: string = CUSTOMER.email): Promise<string> {
    const product = await shop.catalog.add(hoodie())
    const customer = { ...CUSTOMER, email }
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)], { customer }))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    return orderNumber
  }

  const deliverAll = async () => {
    while ((await deliverOutbox(shop)) > 0);
  }
  const mailsOf = async (of = number) => (await readOrder(shop, of))?.mails ?? []
  const confirmation = async (of = number) =>
    (await mailsOf(of)).findLast(({ kind }) => kind === 'order-confirmation')
  const resend = (mailId: number) =>
    resendMail(shop, { number, mailId, by: 'owner@shop.example', permissions: PERMISSIONS })

  test('is given up immediately with the server’s message, and reported to the owner', async () => {
    await deliverAll()
    expect(await confirmation()).toMatchObject({ state: 'gave-up', error: WORDS, hasBounced: true })
    expect((await readOrder(shop, number))?.bounce).toEqual({
      id: expect.any(String) as string,
      address: CUSTOMER.email,
      at: shop.now(),
      words: WORDS,
    })
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect(shop.mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/New order/) as string,
      `An email could not be sent: Order confirmation, order ${number}`,
    ])
    expect(shop.mails[1]?.text).toContain(WORDS)
  })

  test('gets no further mail, however it is spelled, and other addresses do', async () => {
    await deliverAll()
    refusing.clear()
    const second = await buy(CUSTOMER.email.toUpperCase())
    const third = await buy('bea@shopper.example')
    await deliverAll()
    expect(await confirmation(second)).toMatchObject({
      state: 'gave-up',
      error: BOUNCED_ADDRESS_REASON,
      hasBounced: true,
    })
    expect(await confirmation(third)).toMatchObject({ state: 'sent' })
    expect(shop.failures.splice(0)).toHaveLength(2)
  })

  test('gets mails again after staff resend one, and none when it refuses that one', async () => {
    await deliverAll()
    await resend((await confirmation())?.id ?? 0)
    await deliverAll()
    expect(await confirmation()).toMatchObject({ state: 'gave-up', error: WORDS })
    expect((await readOrder(shop, number))?.bounce).not.toBe(null)
    refusing.clear()
    await resend((await confirmation())?.id ?? 0)
    expect((await readOrder(shop, number))?.bounce).toBe(null)
    await deliverAll()
    expect(await confirmation()).toMatchObject({ state: 'sent' })
    expect(shop.failures.splice(0)).toHaveLength(2)
  })

  test('alerts nobody when a stranger typed it into the newsletter form', async () => {
    await deliverAll()
    shop.mails.length = 0
    await subscribeToNewsletter(shop, CUSTOMER.email)
    await deliverAll()
    expect(shop.mails).toEqual([])
    const { failedMails } = await readDashboard(shop)
    expect(failedMails.tasks.map(({ kind }) => kind)).toEqual(['order-confirmation'])
    expect(shop.failures.splice(0)).toHaveLength(2)
  })

  test('is deleted with its customer, with every message of the server about it', async () => {
    await deliverAll()
    shop.failures.length = 0
    await shop.database.db.updateTable('orders').set({ state: 'cancelled' }).execute()
    expect(await eraseCustomer(shop, { email: CUSTOMER.email, by: 'owner@shop.example' })).toMatchObject({
      kind: 'erased',
    })
    expect(await findBounce(shop.database.db, CUSTOMER.email)).toBe(null)
    const kept = await Promise.all(
      (['outbox', 'order_events', 'bounced_addresses'] as const).map((table) =>
        shop.database.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(kept)).not.toContain(CUSTOMER.email)
  })

  test('is deleted even when nothing else is stored under it', async () => {
    const email = 'only@shopper.example'
    await recordBounce(shop.database.db, { address: email, words: 'No', now: shop.now() })
    expect(await eraseCustomer(shop, { email, by: 'owner@shop.example' })).toMatchObject({ kind: 'erased' })
    expect(await findBounce(shop.database.db, email)).toBe(null)
  })

  test('is deleted after a year', async () => {
    await recordBounce(shop.database.db, { address: 'old@shopper.example', words: 'No', now: shop.now() })
    shop.pass(364 * DAY)
    await applyRetention(shop)
    expect(await findBounce(shop.database.db, 'old@shopper.example')).not.toBe(null)
    shop.pass(2 * DAY)
    await applyRetention(shop)
    expect(await findBounce(shop.database.db, 'old@shopper.example')).toBe(null)
  })
})
