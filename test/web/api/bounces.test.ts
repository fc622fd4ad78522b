import { expect, test } from 'vitest'
import { findBounce, recordBounce } from '#db/mail/bounced-addresses.ts'
import { extendMailOutage } from '#db/mail/mail-outage.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { words } from '#test/support/readable-page.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('Mails in the staff area', (open, { startWith }) => {
  let shop: TestShop
  let call: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, ask: call } = opened))

  const bounce = (address: string) =>
    recordBounce(shop.database.db, { address, words: `550 5.1.1 <${address}> No such user`, now: shop.now() })
  const read = async (path: string) => words(await (await call('GET', path)).text())

  test('bounced addresses are listed with the server’s response, found by a part, and allowed again', async () => {
    expect(await read('/admin/bounces')).toContain('No email has bounced.')
    await bounce('bea@shopper.example')
    await bounce('carl@other.example')
    expect(await read('/admin/overview')).toContain('2 bounced addresses')
    const all = await read('/admin/bounces')
    expect(all).toContain('550 5.1.1 <bea@shopper.example> No such user')
    expect(all).toContain('2 addresses')
    const found = await read('/admin/bounces?q=OTHER')
    expect(found).toContain('carl@other.example')
    expect(found).not.toContain('bea@shopper.example')

    const { id = '' } = (await findBounce(shop.database.db, 'bea@shopper.example')) ?? {}
    expect((await call('DELETE', `/api/staff/bounces/${id}`)).status).toBe(204)
    expect((await call('DELETE', `/api/staff/bounces/${id}`)).status).toBe(404)
    expect(await findBounce(shop.database.db, 'bea@shopper.example')).toBe(null)
    expect(await read('/admin/overview')).toContain('1 bounced address')
  })

  test('an order shows that a mail to its customer bounced', async () => {
    const product = await shop.catalog.add(hoodie())
    const { orderNumber } = await place(shop, orderFor([product], [one(product)]))
    const path = `/admin/orders/${orderNumber}`
    expect(await read(path)).not.toContain('bounced on')
    await bounce(CUSTOMER.email)
    expect(await read(path)).toContain('An email to this address bounced on')
    expect(await read(path)).toContain('Resending an email allows the address again.')
    const order = (await (await call('GET', `/api/staff/orders/${orderNumber}`)).json()) as object
    expect(order).toMatchObject({ bounce: { words: `550 5.1.1 <${CUSTOMER.email}> No such user` } })
  })

  test('the overview says since when and why no mail can be sent, and how many wait', async () => {
    const { name, email } = CUSTOMER
    await sendContactMessage(shop, { name, email, subject: 'general', message: 'Are you open?' })
    expect(await read('/admin/overview')).not.toContain('No email can be sent')
    const failure = 'The mail server mail.example:587 cannot be reached (ECONNREFUSED).'
    await extendMailOutage(shop.database, { failure, leastMs: 0, now: shop.now() })
    const overview = await read('/admin/overview')
    expect(overview).toContain('No email can be sent right now')
    expect(overview).toContain(failure)
    expect(overview).toContain('1 email is waiting')
  })
})
