import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { insertContactMessage } from '#db/inbox/contact-messages.ts'
import { transact } from '#db/engine/transact.ts'
import { announce } from '#db/webhooks/announce.ts'
import { listEndpoints } from '#db/webhooks/webhook-endpoints.ts'
import { leaseMessages, listMessages } from '#db/webhooks/webhook-queue.ts'
import { toMessageId } from '#domain/ids.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import { WEBHOOK_DATA, type WebhookBody } from '#domain/webhooks/payloads.ts'
import { SECRET_OVERLAP_MS, TOPIC_NAMES, type WebhookTopic } from '#domain/webhooks/topics.ts'
import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { GIVE_UP_AFTER_MS, webhookRounds } from '#operations/webhooks/deliver-webhooks.ts'
import {
  addEndpoint,
  changeEndpoint,
  renewSecret,
  sendAgain,
  testEndpoint,
} from '#operations/webhooks/webhooks.ts'
import { mayPostTo } from '#providers/webhooks/post-to-public-host.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { openReceiver, type Received } from '#test/support/webhook-receiver.ts'

const WAIT_MS = 2 * 3_600_000

describeOnEachDatabase('webhooks', (database, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  let status: (received: Received) => number | Promise<number>
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  const { paid } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(database())
    shop.settings.webhooksToInner = true
    product = await shop.catalog.add(hoodie({ codes: [{ size: 'M', sku: 'EH-M', barcode: '', bin: '' }] }))
    status = () => 200
    receiver = await openReceiver((received) => status(received))
  })
  afterEach(() => {
    vi.useRealTimers()
    return receiver.close()
  })

  const added = async (topics: readonly WebhookTopic[] = TOPIC_NAMES) => {
    const answer = await addEndpoint(shop, { url: receiver.url, topics, isOn: true })
    return 'endpoint' in answer ? answer : expect.fail(answer.kind)
  }
  /** Sends what is due. */
  const sent = async () => {
    while ((await webhookRounds(shop)()) > 0);
  }
  const bodies = () => receiver.got.map(({ body }) => JSON.parse(body) as WebhookBody)
  const tell = (thing: string, number: number) =>
    transact(shop.database, (tx) =>
      announce(tx, [{ topic: 'product.removed', thing: `product:${thing}-${number}`, at: shop.now() }]),
    )

  test('the audit trail names a receiver without what lets a sender in', async () => {
    const ada = { email: 'ada@example.com', password: 'correct-horse-battery', role: 'owner' } as const
    await shop.identity.addMember(ada)
    const id = (await shop.identity.people.list())[0]!.id
    shop.author = { id, email: ada.email, address: '', userAgent: '' }
    const on = { topics: TOPIC_NAMES, isOn: true }
    const at = (rest: string) => `https://hooks.example.com/services${rest}`
    const answer = await addEndpoint(shop, { url: at('/T0/secret-one?token=secret-two'), ...on })
    const { endpoint } = 'endpoint' in answer ? answer : expect.fail(answer.kind)
    await changeEndpoint(shop, endpoint.id, { url: at('/T0/secret-three?token=secret-two'), ...on })
    await changeEndpoint(shop, endpoint.id, { url: at(''), ...on })
    const entries = await shop.database.db.selectFrom('audit_events').selectAll().orderBy('id').execute()
    const told = JSON.stringify(entries)
    expect(told).not.toContain('secret')
    expect(told).toContain('https://hooks.example.com/services/…?… (another one)')
  })

  test('a paid order is told in the transaction of its payment, as the package of Standard Webhooks verifies it', async () => {
    const { secret } = await added()
    const { number } = await paid()
    await sent()
    const first = bodies().find(({ type }) => type === 'order.paid')
    expect(first?.data).toMatchObject({
      event: 'paid',
      order: { number, state: 'paid', items: [{ product: product.id, sku: 'EH-M', size: 'M', quantity: 2 }] },
    })
    expect(bodies().map(({ type }) => type)).toEqual(
      expect.arrayContaining(['order.paid', 'payment.received', 'stock.changed']),
    )
    vi.useFakeTimers({ toFake: ['Date'], now: shop.now() })
    for (const { headers, body } of receiver.got)
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    const [{ headers, body }] = receiver.got as [Received]
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature')
  })

  test('what is sent has the documented form, of every topic that happens', async () => {
    await added()
    await paid()
    await saveProduct(shop, {
      id: product.id,
      version: product.version,
      draft: { ...hoodie(), price: cents(99_00) },
    })
    await sent()
    await archiveProduct(shop, product.id)
    const message = {
      name: 'Ada',
      email: 'ada@shopper.example',
      subject: 'support',
      message: 'Where is it?',
    } as const
    await transact(shop.database, (tx) => insertContactMessage(tx, toMessageId('m1'), message, shop.now()))
    await sent()
    const sentBodies = bodies()
    for (const { type, data } of sentBodies)
      if (type !== 'test')
        expect(v.safeParse(WEBHOOK_DATA[type].schema, data), type).toMatchObject({ success: true })
    expect(new Set(sentBodies.map(({ type }) => type))).toEqual(
      new Set([
        'order.paid',
        'payment.received',
        'stock.changed',
        'product.changed',
        'product.removed',
        'request.received',
      ]),
    )
    expect(JSON.stringify(sentBodies)).not.toMatch(/Ada|ada@|Where is it/)
  })

  test('an endpoint gets its topics only, and one that is off nothing', async () => {
    const { endpoint } = await added(['request.received'])
    await paid()
    await sent()
    expect(receiver.got).toEqual([])
    await changeEndpoint(shop, endpoint.id, { url: receiver.url, topics: TOPIC_NAMES, isOn: false })
    await tell('a', 1)
    expect(await listMessages(shop.database.db, endpoint.id, { before: null, limit: 9 })).toEqual([])
  })

  test('for a day after a new secret both sign, and then the new one alone', async () => {
    const { secret: first, endpoint } = await added()
    const renewed = await renewSecret(shop, endpoint.id)
    const second = 'secret' in renewed ? renewed.secret : expect.fail()
    expect(second).not.toBe(first)
    await testEndpoint(shop, endpoint.id)
    shop.pass(SECRET_OVERLAP_MS)
    await testEndpoint(shop, endpoint.id)
    const signatures = receiver.got.map(({ headers, body }) => {
      const sign = (secret: string) =>
        new Webhook(secret).sign(
          headers['webhook-id']!,
          new Date(Number(headers['webhook-timestamp']) * 1000),
          body,
        )
      return [headers['webhook-signature'], sign(second), sign(first)]
    })
    expect(signatures[0]![0]).toBe(`${signatures[0]![1]} ${signatures[0]![2]}`)
    expect(signatures[1]![0]).toBe(signatures[1]![1])
  })

  test('at a receiver that fails a third of the time everything arrives, once, in order for each thing', async () => {
    await added()
    const another = { ...shop, database: await connectAgain() }
    let count = 0
    status = () => ((count += 1) % 3 === 0 ? 503 : 200)
    const things = ['a', 'b', 'c', 'd', 'e']
    for (let number = 0; number < 12; number += 1)
      await transact(shop.database, (tx) =>
        announce(
          tx,
          things.map((thing) => ({
            topic: 'stock.changed',
            thing: `product:${product.id}`,
            facts: { size: thing, delta: number, stock: number, reason: 'sold' },
            at: shop.now(),
          })),
        ),
      )
    for (let round = 0; round < 60; round += 1) {
      await Promise.all([webhookRounds(shop)(), webhookRounds(another)()])
      shop.pass(60_000)
    }
    const told = bodies().map(({ data }) => data as { size: string; stock: number })
    expect(told).toHaveLength(60)
    expect(told).toEqual(
      Array.from({ length: 12 }, (_, stock) =>
        things.map((size) => expect.objectContaining({ size, stock })),
      ).flat(),
    )
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(60)
  })

  test('a message that waits for another process leaves no other about the same thing before it', async () => {
    const { endpoint } = await added()
    const stock = { topic: 'product.removed', at: shop.now() } as const
    for (const thing of ['product:a', 'product:a', 'product:b'] as const)
      await transact(shop.database, (tx) => announce(tx, [{ ...stock, thing }]))
    const first = await leaseMessages(shop.database, endpoint.id, 9, shop.now())
    expect(first.map(({ thing }) => thing)).toEqual(['product:a', 'product:b'])
    expect(await leaseMessages(shop.database, endpoint.id, 9, shop.now())).toEqual([])
    // That process died: when its lease is over, the first one goes first again.
    const again = await leaseMessages(shop.database, endpoint.id, 9, shop.now() + 61_000)
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  })

  test('after three days of failing the endpoint is paused and the owner told; on again, it gets all in order', async () => {
    const { endpoint } = await added()
    status = () => 500
    await tell('a', 1)
    for (let hours = 0; hours <= GIVE_UP_AFTER_MS / WAIT_MS; hours += 1) {
      await sent()
      shop.pass(WAIT_MS)
    }
    await sent()
    expect(await listEndpoints(shop.database.db)).toMatchObject([{ state: 'paused', waiting: 1 }])
    while ((await deliverOutbox(shop)) > 0);
    expect(shop.mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['owner@shop.example', 'The webhook to 127.0.0.1 is paused'],
    ])
    await tell('b', 2)
    status = () => 200
    await sent()
    expect(receiver.got).toEqual([])
    await changeEndpoint(shop, endpoint.id, { url: receiver.url, topics: TOPIC_NAMES, isOn: true })
    await sent()
    expect(bodies().map(({ data }) => data)).toEqual([{ product: { id: 'a-1' } }, { product: { id: 'b-2' } }])
  })

  test('a redirect is not followed, and what was answered is in the log; a message goes again with its id and body', async () => {
    const { endpoint } = await added()
    status = () => 302
    await tell('a', 1)
    await sent()
    const log = () => listMessages(shop.database.db, endpoint.id, { before: null, limit: 9 })
    expect(await log()).toMatchObject([{ status: 302, answer: 'answered 302', isDone: false, attempts: 1 }])
    status = () => 200
    shop.pass(60_000)
    await sent()
    const [message] = await log()
    expect(message).toMatchObject({ status: 200, isDone: true, attempts: 2 })
    expect(await sendAgain(shop, endpoint.id, message!.id)).toBe(true)
    await sent()
    expect(receiver.got).toHaveLength(2)
    expect(receiver.got[1]!.body).toBe(receiver.got[0]!.body)
    expect(receiver.got[1]!.headers['webhook-id']).toBe(receiver.got[0]!.headers['webhook-id'])
  })

  test('a receiver that changes to another protocol has failed, and holds up no other', async () => {
    const { endpoint } = await added()
    status = () => 101
    await tell('a', 1)
    await sent()
    const [message] = await listMessages(shop.database.db, endpoint.id, { before: null, limit: 1 })
    expect(message).toMatchObject({ status: null, isFailing: true, attempts: 1 })
  })

  test('inner addresses get nothing unless a setting allows them', async () => {
    const { endpoint } = await added()
    shop.settings.webhooksToInner = false
    await tell('a', 1)
    await sent()
    expect(receiver.got).toEqual([])
    const [message] = await listMessages(shop.database.db, endpoint.id, { before: null, limit: 1 })
    expect(message).toMatchObject({ status: null, answer: 'The address is not on the public internet.' })
    expect(await addEndpoint(shop, { url: receiver.url, topics: [], isOn: true })).toEqual({
      kind: 'not-public',
    })
  })

  test('nothing of a product leaves before shoppers may know of it', async () => {
    await added()
    const moment = shop.now() + 90 * 60_000
    const made = await saveProduct(shop, { draft: hoodie({ name: 'Secret Drop', publishedFrom: moment }) })
    const secret = 'id' in made ? made : expect.fail(made.kind)
    const draft = await saveProduct(shop, { draft: hoodie({ name: 'Hidden Draft', draft: true }) })
    if (!('id' in draft)) return expect.fail(draft.kind)
    await archiveProduct(shop, draft.id)
    const givenUp = await saveProduct(shop, { draft: hoodie({ name: 'Given Up', publishedFrom: moment }) })
    await archiveProduct(shop, 'id' in givenUp ? givenUp.id : expect.fail(givenUp.kind))
    product = secret
    await shop.database.db
      .updateTable('products')
      .set({ published_from: null })
      .where('id', '=', secret.id)
      .execute()
    const { number } = await paid()
    await shop.database.db
      .updateTable('products')
      .set({ published_from: moment })
      .where('id', '=', secret.id)
      .execute()
    await sent()
    expect(JSON.stringify(receiver.got)).not.toMatch(/secret|hidden/i)
    expect(bodies().map(({ type }) => type)).toEqual(['order.paid', 'payment.received'])
    expect(bodies()[0]!.data).toMatchObject({
      order: { number, items: [{ product: null, name: null, sku: null }] },
    })
    shop.pass(60 * 60_000)
    await sent()
    expect(receiver.got).toHaveLength(2)
    shop.pass(30 * 60_000)
    await sent()
    expect(
      bodies()
        .slice(2)
        .map(({ type }) => type),
    ).toEqual(expect.arrayContaining(['product.added', 'stock.changed']))
    expect(JSON.stringify(receiver.got)).toMatch(/Secret Drop/)
    expect(JSON.stringify(receiver.got)).not.toMatch(/given-up/)
  })
})

test('only https addresses of the public internet are posted to', () => {
  const refused = [
    'http://shop.example/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://user:word@shop.example/',
    'ftp://shop.example/',
    'no address',
  ]
  for (const url of refused) expect(mayPostTo(url, { toInner: false }), url).toBe(false)
  expect(mayPostTo('https://shop.example/hooks', { toInner: false })).toBe(true)
  expect(mayPostTo('http://10.0.0.1/hooks', { toInner: true })).toBe(true)
})
