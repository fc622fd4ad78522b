import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readablePage, words } from '#test/support/readable-page.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const ADA = 'ada@shopper.example'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describeOnEachDatabase('The newsletter over HTTP', (open) => {
  let shop: TestShop
  let served: ServedShop

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    shop.settings.publicUrl = served.url
  })
  afterEach(() => served.close())

  const send = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${served.url}/api/newsletter/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const sendForm = (fields: Record<string, string>) =>
    fetch(`${served.url}/api/newsletter/subscribe`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    })
  const subscribers = () => shop.database.db.selectFrom('newsletter_subscribers').selectAll().execute()
  const states = async () => (await subscribers()).map(({ email, state }) => `${email} ${state}`)

  async function mailed(): Promise<number> {
    await deliverOutbox(shop)
    return shop.mails.length
  }

  async function subscribe(): Promise<void> {
    expect((await send({ email: ADA })).status).toBe(200)
    await mailed()
  }

  /** The links of the newest mail. */
  function links(): { confirm: string; leave: string } {
    const { text = '', unsubscribe = '' } = shop.mails.at(-1) ?? {}
    return { confirm: /http\S+\/newsletter\/confirm\S+/.exec(text)?.[0] ?? '', leave: unsubscribe }
  }

  async function look(link: string): Promise<[number, string]> {
    const { status, html } = await readablePage(link)
    return [status, words(/<h1[^>]*>[^<]+/.exec(html)?.[0] ?? '')]
  }

  const press = (link: string) => fetch(link, { method: 'POST', redirect: 'manual' })
  const oneClick = (link: string, headers: Record<string, string> = {}) =>
    fetch(link, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'List-Unsubscribe=One-Click',
    })

  test('an address is stored in lower case, and subscribed only after a confirmation', async () => {
    expect((await send({ email: ' Ada@Shopper.example ' })).status).toBe(200)
    expect(await states()).toEqual([`${ADA} pending`])
    expect(await mailed()).toBe(1)
    expect(shop.mails[0]).toMatchObject({ to: { address: ADA }, unsubscribe: links().leave })
    expect(await look(links().confirm)).toEqual([200, 'One last step'])
    expect(await states()).toEqual([`${ADA} pending`])
    for (let again = 0; again < 2; again += 1) {
      const pressed = await press(links().confirm)
      expect({ status: pressed.status, location: served.url + pressed.headers.get('location') }).toEqual({
        status: 303,
        location: links().confirm,
      })
      expect(await look(links().confirm)).toEqual([200, "You're in"])
    }
    expect(await subscribers()).toMatchObject([{ state: 'confirmed', confirmed_at: shop.now() }])
  })

  test('a known address gets the same response as a new one, and at most one mail an hour until it confirms', async () => {
    const answers: [number, string][] = []
    const ask = async () => {
      const answer = await send({ email: ADA })
      answers.push([answer.status, await answer.text()])
      return mailed()
    }
    expect(await ask()).toBe(1)
    shop.pass(HOUR_MS - 1)
    expect(await ask()).toBe(1)
    shop.pass(1)
    expect(await ask()).toBe(2)
    await press(links().confirm)
    shop.pass(30 * DAY_MS)
    expect(await ask()).toBe(2)
    expect(await states()).toEqual([`${ADA} confirmed`])
    expect(new Set(answers.map(String)).size).toBe(1)
  })

  test('an address gets at most three mails in seven days, for any number of requests', async () => {
    const bodies = new Set<string>()
    const ask = async (afterMs: number) => {
      shop.pass(afterMs)
      bodies.add(await (await send({ email: ADA })).text())
      return mailed()
    }
    expect(await ask(0)).toBe(1)
    expect(await ask(DAY_MS)).toBe(2)
    await press(links().leave)
    expect(await ask(DAY_MS)).toBe(3)
    await press(links().leave)
    expect(await ask(HOUR_MS)).toBe(3)
    expect(await states()).toEqual([`${ADA} unsubscribed`])
    expect(await ask(5 * DAY_MS - HOUR_MS - 1)).toBe(3)
    expect(await ask(1)).toBe(4)
    expect(await ask(HOUR_MS)).toBe(4)
    expect(await ask(DAY_MS)).toBe(5)
    expect(bodies.size).toBe(1)
  })

  test('two simultaneous requests for one address create one subscriber and one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => send({ email: ADA })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await states()).toEqual([`${ADA} pending`])
    expect(await mailed()).toBe(1)
  })

  test('while the mail server is down the confirmation waits, and is mailed once afterwards', async () => {
    shop.mailIsDown = true
    await subscribe()
    expect({ mails: shop.mails.length, failures: shop.failures.splice(0).length }).toEqual({
      mails: 0,
      failures: 1,
    })
    shop.mailIsDown = false
    shop.pass(60_000)
    expect(await mailed()).toBe(1)
    expect(await mailed()).toBe(1)
  })

  test('a confirmation link expires after seven days, unless it was used', async () => {
    await subscribe()
    const { confirm } = links()
    shop.pass(7 * DAY_MS)
    expect(await look(confirm)).toEqual([200, 'One last step'])
    shop.pass(1)
    expect(await look(confirm)).toEqual([410, 'This link has expired'])
    await press(confirm)
    expect(await states()).toEqual([`${ADA} pending`])
    await subscribe()
    await press(links().confirm)
    expect(await states()).toEqual([`${ADA} confirmed`])
    expect(await look(confirm)).toEqual([200, "You're in"])
  })

  test('an unsubscribed address can be confirmed by a newer link only', async () => {
    await subscribe()
    const first = links()
    await press(first.confirm)
    shop.pass(1_000)
    expect(await look(first.leave)).toEqual([200, 'Unsubscribe from the newsletter'])
    expect(await states()).toEqual([`${ADA} confirmed`])
    for (let again = 0; again < 2; again += 1) {
      expect((await press(first.leave)).status).toBe(303)
      expect(await look(first.leave)).toEqual([200, "You're unsubscribed"])
    }
    expect(await look(first.confirm)).toEqual([410, 'This link has expired'])
    await press(first.confirm)
    expect(await states()).toEqual([`${ADA} unsubscribed`])
    shop.pass(1_000)
    await subscribe()
    await press(first.confirm)
    expect(await states()).toEqual([`${ADA} pending`])
    await press(links().confirm)
    expect(await states()).toEqual([`${ADA} confirmed`])
  })

  test('a mail program unsubscribes with one POST: without a cookie, from anywhere, without a redirect', async () => {
    await subscribe()
    await press(links().confirm)
    const elsewhere = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
    expect((await oneClick(links().leave, elsewhere)).status).toBe(200)
    expect(await states()).toEqual([`${ADA} unsubscribed`])
    expect((await oneClick(`${links().leave.slice(0, -1)}_`)).status).toBe(404)
  })

  test('a link that was invented, truncated or made for another purpose does nothing', async () => {
    await subscribe()
    const { confirm, leave } = links()
    const [{ id } = { id: '' }] = await subscribers()
    const key = leave.split('.').at(-1) ?? ''
    const page = (name: string, token: string) => `${served.url}/newsletter/${name}?token=${token}`
    for (const link of [
      confirm.slice(0, -2),
      page('confirm', ''),
      page('confirm', `${id}.${shop.now().toString(36)}.${key}`),
      page('confirm', leave.split('=')[1] ?? ''),
      page('unsubscribe', confirm.split('=')[1] ?? ''),
      page('unsubscribe', '%00'),
      page('unsubscribe', `other.${key}`),
    ]) {
      expect(await look(link), link).toEqual([404, "This link doesn't work"])
      expect((await press(link)).status).toBe(303)
    }
    expect(await states()).toEqual([`${ADA} pending`])
  })

  test('the page of a link is never cached', async () => {
    await subscribe()
    await look(links().confirm)
    expect(served.cache.find(`CAD${links().confirm.slice(served.url.length)}`)).toBeUndefined()
    await press(links().confirm)
    expect(await look(links().confirm)).toEqual([200, "You're in"])
  })

  test('an invalid address is refused with a problem, and with the message in `error`', async () => {
    for (const email of [
      'ada',
      '',
      7,
      null,
      `${'a'.repeat(300)}@x.example`,
      'a@x.example\r\nBcc: b@x.example',
    ]) {
      const answer = await send({ email })
      expect({ status: answer.status, contentType: answer.headers.get('content-type') }).toEqual({
        status: 422,
        contentType: 'application/problem+json',
      })
      expect(await answer.json()).toMatchObject({
        type: '/problems/invalid-request',
        errors: [{ path: '/email', message: 'Please enter a valid email address!' }],
        error: 'Please enter a valid email address!',
      })
    }
    expect(await subscribers()).toEqual([])
  })

  test('a body that is not JSON is refused with an `error` too', async () => {
    const answer = await fetch(`${served.url}/api/newsletter/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":',
    })
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { error: 'The body is not JSON.' },
    })
  })

  test('a bot that fills in every field gets the same response, and nothing is stored', async () => {
    const answer = await send({ email: ADA, leaveEmpty: 'https://spam.example' })
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 200,
      text: await (await send({ email: ADA })).text(),
    })
    expect(await sendForm({ email: 'b@x.example', leaveEmpty: 'x' })).toMatchObject({ status: 303 })
    expect(await states()).toEqual([`${ADA} pending`])
  })

  test('without JavaScript the form leads to a page with the result', async () => {
    const went = async (fields: Record<string, string>) => {
      const answer = await sendForm(fields)
      return [answer.status, ...(await look(served.url + answer.headers.get('location')))]
    }
    expect(await went({ email: ADA, leaveEmpty: '' })).toEqual([303, 200, 'Thank you for subscribing!'])
    expect(await states()).toEqual([`${ADA} pending`])
    const sorry = 'Sorry, there was an error. Please try again.'
    expect(await went({ email: 'ada' })).toEqual([303, 200, sorry])
  })

  test('other sites cannot subscribe a visitor, and one address has to wait after five tries', async () => {
    expect((await send({ email: ADA }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const statuses: number[] = []
    let last: Response | undefined
    for (let i = 0; i < 6; i += 1) {
      last = await send({ email: `${i}@x.example` }, { 'x-forwarded-for': '203.0.113.7' })
      statuses.push(last.status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await last?.json()).toMatchObject({ error: 'Too many attempts. Wait 30 seconds, then try again.' })
  })

  test('a visitor with a whole IPv6 /48 has to wait as well, and its neighbour does not', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 7; i += 1) {
      const from = i < 6 ? `2001:db8:7:${i}::1` : '2001:db8:8::1'
      statuses.push((await send({ email: `${i}@x.example` }, { 'x-forwarded-for': from })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200])
  })
})
