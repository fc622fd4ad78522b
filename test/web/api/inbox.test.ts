import { expect, test } from 'vitest'
import { insertContactMessage } from '#db/inbox/contact-messages.ts'
import { walkMessages } from '#db/inbox/message-list.ts'
import { confirmSubscriber, recordSubscription } from '#db/newsletter/newsletter-subscribers.ts'
import { walkSubscribers } from '#db/newsletter/subscriber-list.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { ADA, type Ask } from '#test/support/staff-browser.ts'
import type { TestShop } from '#test/support/test-shop.ts'
import { toMessageId, toSubscriberId } from '#domain/ids.ts'

const PROBLEM = { status: 409, type: '/problems/changed-meanwhile' }

describeOnEachDatabase('The messages and subscribers of staff', (open, { startWith }) => {
  let shop: TestShop
  let served: ServedShop
  let call: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, served, ask: call } = opened))

  /** Reads the props of a page. */
  async function read<T>(path: string): Promise<T> {
    const html = await (await call('GET', path)).text()
    return JSON.parse(/id="page-data"[^>]*>([^<]*)</.exec(html)?.[1] ?? '') as T
  }

  const write = (id: string, words: Partial<Record<'name' | 'email' | 'message', string>> = {}) =>
    insertContactMessage(
      shop.database.db,
      toMessageId(id),
      { name: 'Bo', email: 'bo@x.example', subject: 'other', message: 'Are you open?', ...words },
      shop.now(),
    )
  const join = (id: string, email: string) =>
    recordSubscription(shop.database.db, { email, newId: toSubscriberId(id), now: shop.now() })

  interface MessageProps {
    frame: { waiting: Record<string, number> }
    query: { page: number }
    list: { messages: { id: string; name: string }[]; pages: number; total: number }
  }
  const messages = async (query = '') => {
    const { list } = await read<MessageProps>(`/admin/messages${query}`)
    return list.messages.map(({ id }) => id)
  }
  interface SubscriberProps {
    list: { subscribers: { id: string }[]; counts: Record<string, number> }
  }
  const subscribers = async (query = '') => {
    const { list } = await read<SubscriberProps>(`/admin/subscribers${query}`)
    return list.subscribers.map(({ id }) => id)
  }

  test('a search matches name, email and text in any letter case, and takes wildcards literally', async () => {
    await write('name', { name: 'ÉMILE 100%' })
    await write('email', { email: 'zoe_b@x.example' })
    await write('text', { message: 'The Émile hoodie\\tee is lovely' })
    const found = async (q: string) => (await messages(`?q=${encodeURIComponent(q)}`)).toSorted()
    expect(await found('émile')).toEqual(['name', 'text'])
    expect(await found('ZOE_B')).toEqual(['email'])
    expect(await found('zoe%b')).toEqual([])
    expect(await found('100%')).toEqual(['name'])
    expect(await found('hoodie\\tee')).toEqual(['text'])
    expect(await found('a\0b')).toEqual([])
  })

  test('the list shows 25 messages, newest first, and a page past the end is the last one', async () => {
    for (let i = 0; i < 27; i += 1) {
      await write(`m${i}`)
      shop.pass(1)
    }
    expect(await messages()).toMatchObject({ length: 25, 0: 'm26' })
    expect(await messages('?page=2')).toEqual(['m1', 'm0'])
    const { query, list } = await read<MessageProps>('/admin/messages?page=99')
    expect({ page: query.page, pages: list.pages, total: list.total }).toEqual({
      page: 2,
      pages: 2,
      total: 27,
    })
  })

  test('the staff member and time of an answer are stored, and the header counts unanswered messages', async () => {
    await write('one')
    await write('two')
    const marked = await call('POST', '/api/staff/messages/one/mark', { version: 1, answered: true })
    expect(await marked.json()).toMatchObject({ id: 'one', version: 2, answered: { by: ADA.email } })
    expect(await messages('?state=answered')).toEqual(['one'])
    expect(await messages('?state=unanswered')).toEqual(['two'])
    const { frame } = await read<MessageProps>('/admin/account')
    expect(frame.waiting).toMatchObject({ '/admin/messages': 1 })
    await call('POST', '/api/staff/messages/one/mark', { version: 2, answered: false })
    expect(await messages('?state=answered')).toEqual([])
  })

  test('an export contains every row once, with any batch size and with several rows of one time', async () => {
    const { db } = shop.database
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      await write(id)
      await join(id, `${id}@x.example`)
      if (id === 'c') shop.pass(1)
    }
    for (const batch of [1, 2, 5]) {
      const walked = { messages: [] as string[], subscribers: [] as string[] }
      for await (const rows of walkMessages(db, { query: '', state: '' }, batch))
        walked.messages.push(...rows.map(({ id }) => id))
      for await (const rows of walkSubscribers(db, { query: '', state: '' }, batch))
        walked.subscribers.push(...rows.map(({ id }) => id))
      const newestFirst = ['e', 'd', 'c', 'b', 'a']
      expect(walked).toEqual({ messages: newestFirst, subscribers: newestFirst })
    }
  })

  test('times are shown in the shop’s time zone, wherever the server is', async () => {
    shop.settings.timeZone = 'Asia/Tokyo'
    await write('one')
    await join('ann', 'ann@x.example')
    const marked = await call('POST', '/api/staff/messages/one/mark', { version: 1, answered: true })
    const left = await call('POST', '/api/staff/subscribers/ann/unsubscribe')
    const time = new Intl.DateTimeFormat('en-CA', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Asia/Tokyo',
    }).format(shop.now())
    expect(await marked.json()).toMatchObject({ receivedAt: time, answered: { at: time } })
    expect(await left.json()).toMatchObject({ joinedAt: time, unsubscribedAt: time })
    expect(await read('/admin/messages')).toMatchObject({ list: { messages: [{ receivedAt: time }] } })
    expect(await read('/admin/subscribers')).toMatchObject({ list: { subscribers: [{ joinedAt: time }] } })
  })

  test('when two staff members mark a message at the same time, the second is refused and sees the current state', async () => {
    await write('one')
    await call('POST', '/api/staff/messages/one/mark', { version: 1, answered: true })
    const late = await call('POST', '/api/staff/messages/one/mark', { version: 1, answered: false })
    expect(await late.json()).toMatchObject({
      ...PROBLEM,
      current: { version: 2, answered: { by: ADA.email } },
    })
    expect((await call('POST', '/api/staff/messages/gone/mark', { version: 1, answered: true })).status).toBe(
      404,
    )
  })

  test('a message shows the typed text and runs no script', async () => {
    await write('one', {
      name: '<img src=x onerror=alert(1)>',
      message: '</script><script>alert(1)</script>',
    })
    const html = await (await call('GET', '/admin/messages/one')).text()
    expect(html).not.toMatch(/<img src=x|<script>alert/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect((await call('GET', '/admin/messages/none')).status).toBe(404)
  })

  test('a deleted message is gone, and its mail is no longer sent', async () => {
    await sendContactMessage(shop, {
      name: 'Bo',
      email: 'bo@x.example',
      subject: 'other',
      message: 'Forget me',
    })
    const [id] = await messages()
    expect((await call('DELETE', `/api/staff/messages/${id}`)).status).toBe(204)
    expect((await call('DELETE', `/api/staff/messages/${id}`)).status).toBe(404)
    await deliverOutbox(shop)
    expect({ messages: await messages(), mails: shop.mails, failures: shop.failures }).toEqual({
      messages: [],
      mails: [],
      failures: [],
    })
  })

  test('the message export opens in Excel and runs no formula', async () => {
    await write('one', { name: '=HYPERLINK("https://evil.example")', message: 'Zwei Zeilen,\n"ja" – bitte' })
    const answer = await call('GET', '/api/staff/messages.csv?state=unanswered')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="messages.csv"')
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
      '\uFEFFReceived,Name,Email,Subject,Message,Answered,Answered by,Contract\r\n' +
        `${new Date(shop.now()).toISOString()},"'=HYPERLINK(""https://evil.example"")",bo@x.example,Other,` +
        '"Zwei Zeilen,\n""ja"" – bitte",,,\r\n',
    )
  })

  test('a long list is exported completely, each row once', async () => {
    const rows = Array.from({ length: 1_203 }, (_, i) => ({
      id: toSubscriberId(`s${i}`),
      email: `s${i}@x.example`,
      state: 'pending' as const,
      created_at: Math.floor(i / 700),
      asked_at: 0,
      mailed_at: 0,
      confirmed_at: null,
      unsubscribed_at: null,
    }))
    for (let i = 0; i < rows.length; i += 401) {
      await shop.database.db
        .insertInto('newsletter_subscribers')
        .values(rows.slice(i, i + 401))
        .execute()
    }
    const text = await (await call('GET', '/api/staff/subscribers.csv')).text()
    const emails = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0])
    expect({ rows: emails.length, distinct: new Set(emails).size }).toEqual({
      rows: 1_203,
      distinct: 1_203,
    })
  })

  test('an answer is kept with its message, sent once to its writer, and goes with the message', async () => {
    await write('asked', { name: 'Bo Lee', message: 'Are you open?' })
    const said = { answerId: 'an-answer-1', text: ' Yes.\n\nUntil six. ' }
    for (let times = 0; times < 2; times += 1) {
      const answer = await call('POST', '/api/staff/messages/asked/answers', said)
      expect(await answer.json()).toMatchObject({
        answered: { by: ADA.email },
        answers: [{ text: 'Yes.\n\nUntil six.', by: ADA.email }],
      })
    }
    await deliverOutbox(shop)
    expect(shop.mails).toMatchObject([
      {
        to: { name: 'Bo Lee', address: 'bo@x.example' },
        replyTo: 'hello@shop.example',
        subject: 'Re: Other',
        text: expect.stringContaining('Until six.') as string,
      },
    ])
    expect(shop.mails[0]?.text).toContain('Are you open?')
    const refused = [{ ...said, text: ' ' }, { text: 'Yes' }]
    for (const body of refused)
      expect((await call('POST', '/api/staff/messages/asked/answers', body)).status).toBe(422)
    expect((await call('POST', '/api/staff/messages/none/answers', said)).status).toBe(404)
    const later = { answerId: 'an-answer-2', text: 'Still open.' }
    await call('POST', '/api/staff/messages/asked/answers', later)
    expect((await call('DELETE', '/api/staff/messages/asked')).status).toBe(204)
    await deliverOutbox(shop)
    expect(shop.mails).toHaveLength(1)
    expect(await shop.database.db.selectFrom('message_answers').selectAll().execute()).toEqual([])
  })

  test('staff find subscribers by address and state, and see the number in each state', async () => {
    await join('a', 'ada@x.example')
    await join('b', 'bo@x.example')
    await confirmSubscriber(shop.database.db, {
      id: toSubscriberId('b'),
      mailedAt: shop.now(),
      now: shop.now(),
    })
    expect(await subscribers('?q=ADA')).toEqual(['a'])
    expect(await subscribers('?state=confirmed')).toEqual(['b'])
    expect(await subscribers('?state=nonsense')).toHaveLength(2)
    const { list } = await read<SubscriberProps>('/admin/subscribers')
    expect(list.counts).toEqual({ pending: 1, confirmed: 1, unsubscribed: 0 })
  })

  test('staff can unsubscribe or delete a subscriber, who gets no mail afterwards', async () => {
    await fetch(`${served.url}/api/newsletter/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'bo@x.example' }),
    })
    const [id] = await subscribers()
    const taken = await call('POST', `/api/staff/subscribers/${id}/unsubscribe`)
    expect(await taken.json()).toMatchObject({ id, state: 'unsubscribed' })
    await deliverOutbox(shop)
    expect((await call('DELETE', `/api/staff/subscribers/${id}`)).status).toBe(204)
    expect((await call('DELETE', `/api/staff/subscribers/${id}`)).status).toBe(404)
    expect((await call('POST', `/api/staff/subscribers/${id}/unsubscribe`)).status).toBe(404)
    expect({ subscribers: await subscribers(), mails: shop.mails }).toEqual({ subscribers: [], mails: [] })
  })
})
