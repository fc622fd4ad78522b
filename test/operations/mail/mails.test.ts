import { TRACKING } from '#test/support/order-desk.ts'
import { insertShipment } from '#db/orders/shipments.ts'
import { updateFulfilment } from '#db/refunds/fulfilment-status.ts'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { transact } from '#db/engine/transact.ts'
import { insertPickup } from '#db/orders/pickups.ts'
import { insertReturn } from '#db/returns/returns.ts'
import { insertPaymentLink } from '#db/payment-links/payment-links.ts'
import { PAYMENT_LINK_MS } from '#domain/checkout/payment-link.ts'
import { toProductId, toReturnId, type OrderId, type PaymentLinkId, type ReturnId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { ORDER_MAIL_KINDS } from '#domain/outbox/task-kinds.ts'
import { isForShopper, sendOrderMail } from '#operations/mail/order-mails.ts'
import { requestPasswordReset } from '#operations/staff/request-password-reset.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { OutboxMailer } from '#providers/mail/outbox-mailer.ts'
import { STRANGER } from '#test/support/staff-browser.ts'
import { leftInEnglish } from '#test/words/left-in-english.ts'
import { LANGUAGES } from '#words/languages.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const PICTURE = { key: 'front', alt: '', width: 800, height: 1000, placeholder: '' }
/** The only thing that a mail loads. */
const OWN_PICTURE = /<img src="http:\/\/shop\.example\/pictures\/front-320\.webp" alt=""[^>]*>/g
const HOSTILE = `<script>alert(1)</script> & "Ada" <img src='https://evil.example/x'>`

describeOnEachDatabase('mails', (open) => {
  let shop: TestShop
  let folder: string

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redemption-mails-'))
    shop = await openTestShop(open())
    shop.mailer = new OutboxMailer({ folder, from: shop.settings.mailFrom })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Mails about a parcel or a pickup are only sent while there is one. */
  async function send(id: OrderId): Promise<void> {
    const { db } = shop.database
    const parcel = { at: shop.now(), by: 'ada@redemption.example', ...TRACKING }
    await insertShipment(db, id, { ...parcel, units: [{ position: 0, quantity: 1 }] })
    await updateFulfilment(db, id)
    const taken = { at: shop.now(), by: parcel.by, units: [{ position: 0, quantity: 1 }] }
    await transact(shop.database, (tx) => insertPickup(tx, id, taken))
  }

  /** Mails about a payment link are only sent with one. */
  function haveLink(orderId: OrderId): Promise<PaymentLinkId> {
    const now = shop.now()
    return transact(shop.database, (tx) =>
      insertPaymentLink(tx, {
        orderId,
        gateway: shop.gateway.name,
        amount: cents(10_00),
        change: { kind: 'items', before: '1 x Tee, M', after: '1 x Hoodie, M' },
        undo: { lines: null, adjustments: [], customer: null, sent: null },
        expiresAt: now + PAYMENT_LINK_MS,
        now,
      }),
    )
  }

  /** Mails about a return are only sent with one. */
  async function haveReturn(order_id: OrderId, note: string): Promise<ReturnId> {
    const id = toReturnId(randomUUID())
    await transact(shop.database, (tx) =>
      insertReturn(
        tx,
        {
          id,
          order_id,
          number: 1,
          state: 'accepted',
          wish: 'money',
          method: '',
          note,
          review: '[]',
          fee_cents: cents(0),
          is_withdrawal: 0,
          created_at: shop.now(),
          due_at: null,
        },
        [
          {
            position: 0,
            item: { productId: toProductId('coat'), name: 'Coat', size: 'M' },
            reason: 'too-small',
            exchange: null,
          },
        ],
      ),
    )
    return id
  }

  /** The mail that nothing is left to pay needs a settled link; all other link mails need an open one. */
  async function sendAllKinds(orderId: OrderId, note = HOSTILE): Promise<void> {
    const linkId = await haveLink(orderId)
    const returnId = await haveReturn(orderId, note)
    for (const kind of ORDER_MAIL_KINDS.filter((one) => one !== 'payment-link-closed')) {
      await sendOrderMail(shop, kind, {
        orderId,
        linkId,
        shipsOn: '2027-03-01',
        returnId,
        returnState: 'accepted',
      })
    }
    await shop.database.db
      .updateTable('payment_links')
      .set({ state: 'waived' })
      .where('id', '=', linkId)
      .execute()
    await sendOrderMail(shop, 'payment-link-closed', { orderId, linkId })
  }

  /** Every mail of the shop, parsed from its file like a mail program does. */
  async function everyMail(): Promise<Email[]> {
    const product = await shop.catalog.add(
      hoodie({ name: `Hoodie ${HOSTILE}`, pictures: [PICTURE] }),
      toProductId('hoodie'),
    )
    const customer = { ...CUSTOMER, name: HOSTILE }
    await place(shop, orderFor([product], [one(product)], { customer, note: HOSTILE }))
    const { id } = await shop.database.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
    await send(id)
    await sendAllKinds(id)
    await sendContactMessage(shop, {
      name: HOSTILE,
      email: CUSTOMER.email,
      subject: 'other',
      message: `First line\n\n${HOSTILE}`,
    })
    await shop.identity.addMember({ email: 'ada@redemption.example', password: 'wears red' })
    await requestPasswordReset(shop, 'ada@redemption.example', STRANGER)
    await subscribeToNewsletter(shop, CUSTOMER.email)
    await deliverOutbox(shop)
    expect(shop.failures).toEqual([])
    return Promise.all(readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
  }

  test('have the same content as text and as HTML, with user input escaped', async () => {
    const mails = await everyMail()
    expect(mails).toHaveLength(ORDER_MAIL_KINDS.length + 3)
    for (const { subject, text = '', html = '' } of mails) {
      const seen = withoutColons(readable(html))
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      for (const line of lines) expect(seen, `${subject}: ${line}`).toContain(withoutColons(flat(line)))
      expect(html, subject ?? '').not.toMatch(/<script|<link|url\(/i)
      expect(html.replaceAll(OWN_PICTURE, ''), subject ?? '').not.toMatch(/<img/i)
    }
  })

  test('say nothing in English to the customer of an order in French', async () => {
    shop.languages = LANGUAGES
    const product = await shop.catalog.add(hoodie())
    const ordered = orderFor([product], [one(product)], { language: 'fr' })
    await place(shop, ordered)
    const { id } = await shop.database.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
    await send(id)
    await sendAllKinds(id, 'Reçu hier')
    const names = Object.values({ ...CUSTOMER, ...TRACKING }).join(' ')
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
    const mails = await Promise.all(files.map((file) => PostalMime.parse(file)))
    const theirs = mails.filter(({ html = '' }) => html.includes('<html lang="fr-CA">'))
    expect(theirs).toHaveLength(ORDER_MAIL_KINDS.filter(isForShopper).length)
    for (const { subject = '', text = '', html = '' } of theirs)
      expect(leftInEnglish([subject, text, readable(html)].join(' '), `${names} Coat Tee`), subject).toEqual(
        [],
      )
  })

  test('greet customers by name when that looks like a name, and never the owner', async () => {
    for (const name of ['Sam\u200b \n Okafor', HOSTILE]) {
      const product = await shop.catalog.add(hoodie())
      const order = orderFor([product], [one(product)], { customer: { ...CUSTOMER, name } })
      await place(shop, order)
    }
    const orders = await shop.database.db.selectFrom('orders').select(['id', 'name']).execute()
    for (const { id } of orders) {
      await send(id)
      await sendAllKinds(id)
    }
    const mails = readdirSync(folder).map((file) => readFileSync(join(folder, file)))
    const greetings = new Map<string, number>()
    for (const { text = '' } of await Promise.all(mails.map((mail) => PostalMime.parse(mail)))) {
      const greeting = /^Hi.*$/m.exec(text)?.[0] ?? ''
      greetings.set(greeting, (greetings.get(greeting) ?? 0) + 1)
    }
    const toShopper = ORDER_MAIL_KINDS.filter(isForShopper).length
    expect(greetings.get('Hi Sam,')).toBe(toShopper)
    expect(greetings.get('Hi,')).toBe(toShopper)
    expect(greetings.size).toBe(3)
  })

  test('show money in CAD in both parts', async () => {
    const mails = await everyMail()
    const confirmation = mails.find(({ messageId }) => messageId?.includes('order-confirmation'))
    expect(confirmation?.text).toContain('Total: C$145.36')
    expect(readable(confirmation?.html ?? '')).toContain('Total C$145.36')
    expect(confirmation?.text).not.toContain('C$145.36 CAD')
  })

  test('keep the number of an order on one line, and link to the tracking of the parcel', async () => {
    const mails = await everyMail()
    const shipped = mails.find(({ subject }) => subject?.endsWith('is on its way'))
    expect(shipped?.html).toMatch(/<span style="white-space:nowrap">R-[0-9A-Z]{4}-[0-9A-Z]{4}<\/span>/)
    expect(shipped?.html).toContain('<a href="https://track.example/CP1"')
  })

  test('show the order note, and the pictures of items, loaded from the shop only', async () => {
    const mails = await everyMail()
    const confirmation = mails.find(({ messageId }) => messageId?.includes('order-confirmation'))
    expect(confirmation?.html?.match(OWN_PICTURE)).toHaveLength(1)
    expect(confirmation?.text).toContain(`Your note: ${HOSTILE}`)
  })

  test('offer one-click unsubscribe in the newsletter, and in no other mail', async () => {
    const mails = await everyMail()
    const offering = mails.filter(({ headers }) =>
      headers.some(({ key }) => key.startsWith('list-unsubscribe')),
    )
    expect(offering.map(({ subject }) => subject)).toEqual([
      'Confirm your Redemption newsletter subscription',
    ])
    const header = (name: string) => offering[0]?.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const address = /^<(http:\/\/shop\.example\/newsletter\/unsubscribe\?token=[\w.-]+)>$/.exec(
      header('list-unsubscribe') ?? '',
    )?.[1]
    expect(offering[0]?.text).toContain(`Unsubscribe: ${address}`)
  })
})

const UNESCAPED: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** The visible text of an HTML mail, and its link targets. */
function readable(html: string): string {
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, ' $2 $1 ')
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
  return flat(body.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => UNESCAPED[name] ?? ''))
}

/** A fact is `label: value` in the text part and two cells in the HTML part. */
function withoutColons(text: string): string {
  return text.replaceAll(': ', ' ')
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
