import { expect, test } from 'vitest'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import type { TestShop } from '#test/support/test-shop.ts'

const MESSAGE = {
  name: 'Ada Prairie',
  email: 'ada@shopper.example',
  subject: 'wholesale',
  message: 'Ten hoodies, please.\n\nIn <b>red</b>.',
}

describeOnEachDatabase('The contact form over HTTP', (open) => {
  let shop: TestShop
  let served: ServedShop

  serveBeforeEach(open, (opened) => ({ shop, served } = opened))

  const send = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${served.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7', ...headers },
      body: JSON.stringify(body),
    })
  const kept = () => shop.database.db.selectFrom('contact_messages').selectAll().execute()

  test('a message is stored and mailed to the owner once, and a reply goes to its sender', async () => {
    expect((await send(MESSAGE)).status).toBe(202)
    expect(await kept()).toMatchObject([{ ...MESSAGE, created_at: shop.now() }])
    await deliverOutbox(shop)
    await deliverOutbox(shop)
    expect(shop.mails).toMatchObject([
      {
        to: { address: 'owner@shop.example' },
        replyTo: MESSAGE.email,
        subject: 'Wholesale from Ada Prairie',
      },
    ])
    expect(shop.mails[0]?.text).toContain('Ten hoodies, please.')
    expect(shop.mails[0]?.html).toContain('In &lt;b&gt;red&lt;/b&gt;.')
  })

  test('while the mail server is down the message waits, and is mailed once afterwards', async () => {
    shop.mailIsDown = true
    await send(MESSAGE)
    await deliverOutbox(shop)
    expect({ mails: shop.mails.length, failures: shop.failures.splice(0).length }).toEqual({
      mails: 0,
      failures: 1,
    })
    shop.mailIsDown = false
    shop.pass(60_000)
    await deliverOutbox(shop)
    expect(shop.mails).toHaveLength(1)
  })

  test('errors are listed by field, in the order of the form, and nothing is stored', async () => {
    const answer = await send({ name: ' ', email: 'ada', subject: 'money', message: 'short' })
    expect({ status: answer.status, contentType: answer.headers.get('content-type') }).toEqual({
      status: 422,
      contentType: 'application/problem+json',
    })
    expect(await answer.json()).toMatchObject({
      type: '/problems/invalid-request',
      errors: [
        { path: '/name', message: 'Name is required!' },
        { path: '/email', message: 'Please enter a valid email address!' },
        { path: '/subject', message: 'Please select a subject!' },
        { path: '/message', message: 'Message must be at least 10 characters!' },
      ],
    })
    expect(await kept()).toEqual([])
  })

  test('characters that a database cannot store do not prevent a message', async () => {
    expect(
      (await send({ ...MESSAGE, name: 'Ada\u0000\r\nBcc: all', message: '1234567890\u0000' })).status,
    ).toBe(202)
    expect(await kept()).toMatchObject([{ name: 'Ada Bcc: all', message: '1234567890' }])
  })

  test('a bot that fills in every field gets a success response, and nothing is stored', async () => {
    expect((await send({ ...MESSAGE, leaveEmpty: 'https://spam.example' })).status).toBe(202)
    expect(await kept()).toEqual([])
  })

  test('other sites cannot send messages through a visitor’s browser', async () => {
    expect((await send(MESSAGE, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await kept()).toEqual([])
  })

  test('one address can send five messages in a row and then has to wait', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push((await send(MESSAGE)).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    expect((await send(MESSAGE, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(202)
  })
})
