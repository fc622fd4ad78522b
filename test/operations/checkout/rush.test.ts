import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import type { Product } from '#domain/catalog/product.ts'
import { PlacementQueue } from '#operations/placement-queue.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { handlePaymentEvent } from '#operations/checkout/payments/handle-payment-event.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { one, orderFor, ordersByState, place, PAYS, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { startPostgresProxy, type PostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { serveShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('a rush for one product', (open, { connectAgain }) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  let shop: TestShop

  beforeEach(async () => {
    shop = await openTestShop(open())
  })

  /** The shop with a database that allows no transaction, and no statement that is a transaction by itself. */
  const withoutTransactions = (): TestShop => {
    const db = new Proxy(shop.database.db, {
      get: (target, name) => {
        if (name === 'transaction') throw new Error('A transaction was begun')
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...asked: unknown[]) => {
          const { sql: text } = (asked[0] ?? {}) as { sql?: unknown }
          const isWrite = typeof text === 'string' && /\b(insert into|update|delete from)\b/.test(text)
          if (isWrite) throw new Error('A transaction was begun')
          return value.apply(target, asked) as unknown
        }
      },
    })
    return { ...shop, database: { ...shop.database, db } }
  }

  test('a sold-out or repriced cart is refused without a transaction or a lock', async () => {
    const product = await shop.catalog.add(hoodie({ stock: 1 }))
    await place(shop, orderFor([product], [one(product)]))
    const readOnly = withoutTransactions()
    expect(await placeOrder(readOnly, orderFor([product], [one(product)]))).toMatchObject({
      kind: 'cart-changed',
      cart: { items: [{ left: 0 }] },
    })
    const other = await shop.catalog.add(hoodie({ name: 'Other' }))
    const cheap = orderFor([other], [one(other)], { amount: 1 })
    expect(await placeOrder(readOnly, cheap)).toMatchObject({ kind: 'amount-differs' })
    await expect(placeOrder(readOnly, orderFor([other], [one(other)]))).rejects.toThrow(
      'A transaction was begun',
    )
  })

  test('the event of a payment that the shopper has already settled takes no transaction and no lock', async () => {
    const product = await shop.catalog.add(hoodie({ stock: 1 }))
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    await expect(handlePaymentEvent(withoutTransactions(), intent)).rejects.toThrow('A transaction was begun')
    await settlePayment(shop, intent)
    expect(await handlePaymentEvent(withoutTransactions(), intent)).toBe(true)
  })

  test('a shopper and an event that settle a payment at the same time write once', async () => {
    const product = await shop.catalog.add(hoodie({ stock: 1 }))
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    const { db } = shop.database
    let begun = 0
    const counting = new Proxy(db, {
      get(target, name) {
        if (name === 'transaction') begun += 1
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    const counted = { ...shop, database: { ...shop.database, db: counting } }
    const settled = await Promise.all([settlePayment(counted, intent), settlePayment(counted, intent)])
    for (const settlement of settled) expect(settlement).toEqual({ kind: 'paid', orderNumber })
    expect(begun).toBe(1)
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'paid', orderNumber })
  })

  test('two hundred buyers of ten units in two processes: ten units are sold, the others are refused, and none is left', async () => {
    const other = await openTestShop(await connectAgain())
    const product = await shop.catalog.add(hoodie({ stock: 10 }))
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, turn) =>
        placeOrder(turn % 2 ? shop : other, orderFor([product], [one(product)])),
      ),
    )
    const kinds = outcomes.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'placed')).toHaveLength(10)
    expect(kinds.filter((kind) => kind === 'cart-changed')).toHaveLength(190)
    expect(await stockOf(shop, product)).toEqual({ stock: 0, held: 10 })
    expect(await ordersByState(shop)).toEqual({ pending: 10 })
  })

  test('fifty buyers want two of three units each: one gets them, the others learn that one is left', async () => {
    const product = await shop.catalog.add(hoodie({ stock: 3 }))
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => placeOrder(shop, orderFor([product], [one(product, 'M', 2)]))),
    )
    expect(outcomes.filter(({ kind }) => kind === 'placed')).toHaveLength(1)
    const refused = outcomes.filter(({ kind }) => kind !== 'placed')
    for (const outcome of refused) expect(outcome).toMatchObject({ cart: { items: [{ left: 1 }] } })
  })

  test('carts with two products in either order do not deadlock', async () => {
    const [a, b] = [await shop.catalog.add(hoodie()), await shop.catalog.add(hoodie({ name: 'Tee' }))]
    const carts = [
      [one(a), one(b)],
      [one(b), one(a)],
    ]
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => placeOrder(shop, orderFor([a, b], carts[turn % 2] ?? []))),
    )
    expect(outcomes.filter(({ kind }) => kind === 'placed')).toHaveLength(10)
    expect(await stockOf(shop, a)).toEqual({ stock: 0, held: 10 })
    expect(await stockOf(shop, b)).toEqual({ stock: 0, held: 10 })
  })

  test('the last unit, ordered twice by a double click, goes to the same shopper both times', async () => {
    const product = await shop.catalog.add(hoodie({ stock: 1 }))
    const request = orderFor([product], [one(product)])
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => placeOrder(shop, request)))
    for (const { kind } of outcomes) expect(kind).toBe('placed')
    expect(await ordersByState(shop)).toEqual({ pending: 1 })
    expect(await stockOf(shop, product)).toEqual({ stock: 0, held: 1 })
  })

  test('a full queue answers 503 with the time to wait and a message that is true', async () => {
    const product = await shop.catalog.add(hoodie())
    const known = orderFor([product], [one(product)])
    await place(shop, known)
    const full = new PlacementQueue({ maxConcurrent: 0, maxWaiting: 0, maxWaitMs: 0 })
    const served = await serveShop({ ...shop, placements: full })
    const post = (checkoutId: string) =>
      fetch(`${served.url}/create-payment-intent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...known, currency: 'cad', checkoutId, customer: CUSTOMER }),
      })
    const fresh = await post('a-checkout-that-is-new-here')
    expect({ status: fresh.status, retryAfter: fresh.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '3',
    })
    expect(await fresh.json()).toMatchObject({
      type: '/problems/busy',
      title: 'A lot of people are ordering right now. Nothing was charged, and nothing is held for you yet.',
    })
    expect(await (await post(known.checkoutId)).json()).toMatchObject({
      title: 'A lot of people are ordering right now. Nothing was charged, and your order is unchanged.',
    })
    await served.close()
  })
})

/** Records what is sent to PostgreSQL, and cuts the connection on request. */
describe('the connection to PostgreSQL', () => {
  let proxy: PostgresProxy
  let direct: ShopDatabase
  let database: ShopDatabase
  let shop: TestShop
  let product: Product
  let sent: string[]
  let cutAt: ((text: string) => boolean) | null

  beforeEach(async () => {
    const url = new URL(inject('postgresUrl'))
    const name = `rush_${crypto.randomUUID().replaceAll('-', '')}`
    const server = await openDatabase({ engine: 'postgres', url: url.href })
    await sql`create database ${sql.ref(name)}`.execute(server.db)
    await server.close()
    url.pathname = `/${name}`
    sent = []
    cutAt = null
    proxy = await startPostgresProxy(url.href, {
      cutsAfter(packet) {
        const text = packet.toString('latin1')
        sent.push(text)
        if (!cutAt?.(text)) return false
        cutAt = null
        return true
      },
    })
    direct = await openDatabase({ engine: 'postgres', url: url.href })
    await migrate(direct)
    database = await openDatabase({ engine: 'postgres', url: proxy.url })
    shop = await openTestShop(database)
    product = await shop.catalog.add(hoodie({ stock: 5 }))
    sent.length = 0
  })

  afterEach(async () => {
    await database.close()
    await proxy.close()
    await direct.close()
  })

  /** Once a connection has prepared the statement that locks products, only its name is sent. */
  let lock: string | undefined
  const locks = (text: string) => {
    lock ??= /kept-[\w-]+(?=\0select [^\0]* from "products"[^\0]* for no key update\0)/.exec(text)?.[0]
    return lock !== undefined && text.includes(lock)
  }

  const commits = (text: string) => /Q.{4}commit/s.test(text)

  /** How many answers the shop waits for between the lock on the products and the end of the transaction. */
  function awaitedUnderTheLock(): number {
    const from = sent.findIndex(locks)
    const to = sent.findIndex((text, at) => at >= from && commits(text))
    expect(from).toBeGreaterThan(0)
    return to - from
  }

  test('a new order takes its stock and commits in the message after the lock', async () => {
    await place(shop, orderFor([product], [one(product)]))
    expect(awaitedUnderTheLock()).toBe(1)
  })

  test('a changed order releases and takes stock, and sends nothing else under the lock', async () => {
    const request = orderFor([product], [one(product)])
    await place(shop, request)
    expect(sent.filter(locks)).not.toEqual([])
    sent.length = 0
    await place(shop, { ...orderFor([product], [one(product, 'M', 2)]), checkoutId: request.checkoutId })
    expect(awaitedUnderTheLock()).toBe(1)
  })

  test('trying again with another card keeps the units and locks no product', async () => {
    const request = orderFor([product], [one(product)])
    await place(shop, request)
    expect(sent.filter(locks)).not.toEqual([])
    sent.length = 0
    await place(shop, request)
    expect(sent.filter(locks)).toEqual([])
    expect(await stockOf(shop, product)).toEqual({ stock: 4, held: 1 })
  })

  const order = (checkoutId: string) => ({
    amount: 145_36,
    currency: 'cad',
    checkoutId,
    items: [{ productId: product.id, size: 'M', quantity: 1 }],
    customer: CUSTOMER,
  })

  test.each([
    ['with the commit on its way', (text: string) => /Q.{4}commit/s.test(text)],
    ['after the commit', (text: string) => text.includes('test_gateway_intents')],
  ])(
    'a connection lost %s: the outcome is reported as unknown, and a retry pays once',
    async (_when, cut) => {
      const served = await serveShop(shop)
      const checkoutId = crypto.randomUUID()
      const ask = () =>
        fetch(`${served.url}/create-payment-intent`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(order(checkoutId)),
        })
      cutAt = cut
      const lost = await ask()
      expect({ status: lost.status, retryAfter: lost.headers.get('retry-after') }).toEqual({
        status: 503,
        retryAfter: '1',
      })
      expect(await lost.json()).toMatchObject({
        type: '/problems/outcome-unknown',
        checkoutId,
        title: expect.stringContaining("can't tell yet whether we received your order"),
      })
      expect(shop.failures.splice(0)).toHaveLength(1)
      await expect.poll(() => ordersByState({ ...shop, database: direct })).toEqual({ pending: 1 })

      const again = await ask()
      expect(again.status).toBe(200)
      const { clientSecret } = (await again.json()) as { clientSecret: string }
      await shop.gateway.confirm(clientSecret, PAYS)
      const intent = await shop.gateway.findIntentBySecret(clientSecret)
      expect(await settlePayment(shop, intent!)).toMatchObject({ kind: 'paid' })
      expect(await ordersByState(shop)).toEqual({ paid: 1 })
      expect(await stockOf(shop, product)).toEqual({ stock: 4, held: 0 })
      await served.close()
    },
  )

  test('a connection lost before the commit leaves nothing behind, and is reported as a plain failure', async () => {
    const served = await serveShop(shop)
    cutAt = (text) => text.includes('insert into "orders"')
    const refused = await fetch(`${served.url}/create-payment-intent`, {
      method: 'POST',
      // From a network: what it holds unpaid is read before the commit is sent.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify(order(crypto.randomUUID())),
    })
    expect({ status: refused.status, retryAfter: refused.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '2',
    })
    expect(await refused.json()).toMatchObject({ type: '/problems/unavailable' })
    expect(shop.failures.splice(0)).toHaveLength(1)
    await expect.poll(() => ordersByState({ ...shop, database: direct })).toEqual({})
    await served.close()
  })

  test('a double click logs no error in PostgreSQL', async () => {
    const codes: string[] = []
    const request = orderFor([product], [one(product)])
    const watched = await startPostgresProxy(proxy.url, {
      onPacket: (answer) =>
        void codes.push(...(answer.toString('latin1').match(/\0C(23505|40001|40P01)\0/g) ?? [])),
    })
    const clicked = await openDatabase({ engine: 'postgres', url: watched.url })
    const clicking = await openTestShop(clicked)
    await Promise.all(Array.from({ length: 6 }, () => place(clicking, request)))
    const email = 'ada@shopper.example'
    await Promise.all(Array.from({ length: 6 }, () => subscribeToNewsletter(clicking, email)))
    const confirmations = await direct.db.selectFrom('outbox').select('id').execute()
    expect({ codes, confirmations: confirmations.length }).toEqual({ codes: [], confirmations: 1 })
    await clicked.close()
    await watched.close()
  })

  test('waiting for a free connection is not reported as a failed connection', async () => {
    const wait = sql`select pg_sleep(0.5)`
    const asked = Array.from({ length: 60 }, () => wait.execute(database.db))
    expect(await Promise.all(asked)).toHaveLength(60)
  })
})
