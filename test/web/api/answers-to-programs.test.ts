import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { KeyPermission } from '#domain/staff/permissions.ts'
import { toSubscriberId } from '#domain/ids.ts'
import { recordSubscription } from '#db/newsletter/newsletter-subscribers.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { addKey } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR_MS = 3_600_000
const TEE = {
  name: 'Emblem Tee',
  price: '58.50',
  category: 'T-Shirts',
  description: 'Heavy cotton.',
  stock: 12,
  sizes: [{ size: 'M', stock: null }],
  pictures: [],
}
const EVERYTHING: KeyPermission[] = [
  'orders.read',
  'orders.note',
  'products.read',
  'products.write',
  'reports.read',
  'subscribers.read',
]

describeOnEachDatabase('What programs are answered', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  let secret: string

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    product = await shop.catalog.add(hoodie({ stock: 60 }))
    secret = await addKey(shop, served, EVERYTHING)
  })
  afterEach(() => served.close())

  const { paid, refundOf, settled } = orderDesk(() => ({ shop, product }))

  async function ask(method: string, path: string, body?: object, key?: string): Promise<Response> {
    return fetch(served.url + path, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  const read = async (path: string) => (await (await ask('GET', path)).json()) as Record<string, unknown>

  /** Everything in a list, two rows at a time, while `meanwhile` adds to it. */
  async function walk(path: string, name: string, meanwhile: () => Promise<unknown>): Promise<object[]> {
    const rows: object[] = []
    let cursor: string | null = ''
    do {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page: Record<string, unknown> = await read(
        `${path}${path.includes('?') ? '&' : '?'}limit=2${from}`,
      )
      rows.push(...(page[name] as object[]))
      cursor = page['next'] as string | null
      await meanwhile()
    } while (cursor !== null)
    return rows
  }

  const orders = async (count: number) => {
    const numbers: string[] = []
    for (let i = 0; i < count; i += 1) numbers.unshift((await paid()).number)
    return numbers
  }
  const subscribers = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      const email = `s${crypto.randomUUID()}@x.example`
      await recordSubscription(open().db, {
        email,
        newId: toSubscriberId(crypto.randomUUID()),
        now: shop.now(),
      })
    }
  }
  const LISTS: [string, string, () => Promise<unknown>][] = [
    ['/api/staff/orders', 'orders', () => orders(1)],
    ['/api/staff/products', 'products', () => shop.catalog.add(hoodie())],
    ['/api/staff/stock', 'stock', () => shop.catalog.add(hoodie())],
    ['/api/staff/subscribers', 'subscribers', () => subscribers(1)],
    [
      '/api/staff/refunds',
      'refunds',
      async () => {
        const { number } = await paid()
        await refundOrder(shop, await refundOf(number))
        await settled()
      },
    ],
  ]

  test.each(LISTS)('GET %s reads every row once, also while rows are added', async (path, name, add) => {
    for (let i = 0; i < 4; i += 1) await add()
    const there = ((await read(`${path}?limit=100`))[name] as object[]).map((row) => JSON.stringify(row))
    expect(there.length).toBeGreaterThanOrEqual(4)
    const walked = await walk(path, name, async () => {
      shop.pass(1)
      await add()
    })
    expect(walked.map((row) => JSON.stringify(row))).toEqual(there)
  })

  test('the rows of one moment are told apart', async () => {
    await orders(5)
    await open().db.updateTable('orders').set({ created_at: shop.now() }).execute()
    const walked = await walk('/api/staff/orders', 'orders', async () => {})
    expect(new Set(walked.map((row) => (row as { number: string }).number)).size).toBe(5)
  })

  test('the orders of one customer, in any case, and of no one whose address contains theirs', async () => {
    const [second, first] = await orders(2)
    const rename = (number: string | undefined, email: string) =>
      open()
        .db.updateTable('orders')
        .set({ email, search_text: `${number?.toLowerCase()}\nada\n${email.toLowerCase()}` })
        .where('number', '=', number ?? '')
        .execute()
    await rename(second, 'bigada@x.example')
    const found = await read(`/api/staff/orders?email=${CUSTOMER.email.toUpperCase()}`)
    expect((found['orders'] as { number: string }[]).map(({ number }) => number)).toEqual([first])
    const tail = await read('/api/staff/orders?email=ada@x.example')
    expect(tail['orders']).toEqual([])
  })

  test('a wrong filter or cursor is refused and named, not ignored', async () => {
    for (const wrong of ['state=sent', 'from=yesterday', 'limit=0', 'limit=101', 'cursor=c3Rhcg']) {
      const refused = await ask('GET', `/api/staff/orders?${wrong}`)
      expect(refused.headers.get('content-type'), wrong).toBe('application/problem+json')
      expect(await refused.json(), wrong).toMatchObject({
        type: '/problems/invalid-request',
        status: 422,
        errors: [{ path: `/${wrong.split('=')[0]}` }],
      })
    }
  })

  const note = (number: string, text: string, key?: string, noteId: string = crypto.randomUUID()) =>
    ask('POST', `/api/staff/orders/${number}/note`, { noteId, text }, key)
  const NOTES = () => open().db.selectFrom('order_events').select('id').where('kind', '=', 'note').execute()

  test('a request that is sent again with its Idempotency-Key is answered the same and runs once', async () => {
    const { number } = await paid()
    const id = crypto.randomUUID()
    const first = await note(number, 'Called', 'a', id)
    const again = await note(number, 'Called', 'a', id)
    expect(first.status).toBe(200)
    expect(await again.json()).toEqual(await first.json())
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(await NOTES()).toHaveLength(1)
    const added = await ask('POST', '/api/staff/products', TEE, 'b')
    const repeated = await ask('POST', '/api/staff/products', TEE, 'b')
    expect([added.status, repeated.status]).toEqual([201, 201])
    expect(repeated.headers.get('location')).toBe(added.headers.get('location'))
    const products = open().db.selectFrom('products').select('id').where('name', '=', TEE.name)
    expect(await products.execute()).toHaveLength(1)
  })

  test('the same key for another body or address is refused', async () => {
    const { number } = await paid()
    await note(number, 'Called', 'a', 'n-1')
    for (const other of [note(number, 'Rang', 'a', 'n-1'), note('R-0000-0001', 'Called', 'a', 'n-1')]) {
      expect(await (await other).json()).toMatchObject({ status: 422, type: '/problems/other-request' })
    }
    expect(await (await note(number, 'x', 'with space')).json()).toMatchObject({
      status: 422,
      type: '/problems/wrong-idempotency-key',
    })
  })

  test('two at once run once: the other is asked to wait, and then answered the same', async () => {
    const { number } = await paid()
    const id = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 6 }, () => note(number, 'Called', 'a', id)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await NOTES()).toHaveLength(1)
    expect((await note(number, 'Called', 'a', id)).headers.get('idempotency-replayed')).toBe('true')
  })

  test('a failure of the shop is not kept, and a refusal is', async () => {
    vi.spyOn(shop.catalog, 'add').mockRejectedValueOnce(new Error('The disk is full'))
    const failed = await ask('POST', '/api/staff/products', TEE, 'a')
    expect(await failed.json()).toMatchObject({ status: 500, type: '/problems/failed' })
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect((await ask('POST', '/api/staff/products', TEE, 'a')).status).toBe(201)
    const refused = await ask('POST', '/api/staff/products', { ...TEE, price: '' }, 'b')
    expect(refused.status).toBe(422)
    const again = await ask('POST', '/api/staff/products', { ...TEE, price: '' }, 'b')
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.json()).toEqual(await refused.json())
  })

  test('a request whose process has died can be sent again, after two minutes', async () => {
    const claimed = { request_hash: 'x', answer: null }
    await ask('POST', '/api/staff/products', TEE, 'a')
    await open().db.updateTable('kept_answers').set(claimed).execute()
    const send = async () => (await ask('POST', '/api/staff/products', { ...TEE, name: 'Again' }, 'a')).status
    expect(await send()).toBe(422)
    shop.pass(2 * 60_000)
    expect(await send()).toBe(201)
  })

  test('keys and bodies are kept as hashes; answers for a day, and not beyond a customer’s data', async () => {
    const { number } = await paid()
    const kept = () => open().db.selectFrom('kept_answers').selectAll().execute()
    await note(number, 'Called', 'a-key-of-mine', 'n-1')
    expect(
      JSON.stringify((await kept()).map(({ key_hash, request_hash }) => [key_hash, request_hash])),
    ).not.toMatch(/a-key-of-mine|Called/)
    shop.pass(24 * HOUR_MS + 1)
    await applyRetention(shop)
    expect(await kept()).toEqual([])
    expect(
      (await note(number, 'Called', 'a-key-of-mine', 'n-1')).headers.get('idempotency-replayed'),
    ).toBeNull()
    await open().db.updateTable('orders').set({ state: 'fulfilled', fulfilment: 'fulfilled' }).execute()
    expect(await eraseCustomer(shop, { email: CUSTOMER.email, by: 'ada' })).toMatchObject({ kind: 'erased' })
    expect(await kept()).toEqual([])
  })
})
