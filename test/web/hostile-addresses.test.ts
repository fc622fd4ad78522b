import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertContactMessage } from '#db/inbox/contact-messages.ts'
import type { Product } from '#domain/catalog/product.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import type { OrderView } from '#web/views/orders/order-view.ts'
import { deliverWebhooks, gatewayTotals, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { toProductId, toMessageId } from '#domain/ids.ts'

describeOnEachDatabase('addresses from an attacker', (open) => {
  let shop: TestShop
  let served: ServedShop

  afterEach(() => expect(shop.failures).toEqual([]))
  serveBeforeEach(open, (opened) => ({ shop, served } = opened))
  beforeEach(async () => void (await shop.catalog.add(hoodie(), toProductId('hoodie'))))

  /** The status of an address that is sent unchanged. */
  const statusOf = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const asked = get(served.url, { path }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
      asked.on('error', reject)
    })

  test('a path of slashes takes no longer than another', async () => {
    const path = `${'/'.repeat(15_000)}x`
    await statusOf('/nowhere')
    // Only the time of this thread, which serves the shop, is measured: how busy the machine is does not matter.
    const start = process.threadCpuUsage()
    for (let times = 0; times < 10; times += 1) expect(await statusOf(path)).toBe(404)
    const { user, system } = process.threadCpuUsage(start)
    expect((user + system) / 1_000).toBeLessThan(1_500)
  })

  test('a page has one cache key, however its path is encoded', async () => {
    for (const path of ['/%73hop', '/s%68op', '/product/%68oodie']) {
      expect(await statusOf(path)).toBe(308)
      expect(served.cache.find(`CAD${path}`), path).toBeUndefined()
    }
    await statusOf('/product/hoodie')
    expect(served.cache.find('CAD/product/hoodie')?.status).toBe(200)
  })

  test('a failed request is logged without its query, where links in mails have their key', async () => {
    const logged: unknown[] = []
    shop.log.error = (_message, _error, details) => void logged.push(details)
    served.cache.find = () => {
      throw new Error('out of order')
    }
    expect(await statusOf('/admin/invitation?token=secret')).toBe(500)
    expect(logged).toEqual([{ method: 'GET', path: '/admin/invitation' }])
  })

  test('an id that the database cannot handle finds no product', async () => {
    expect(await statusOf('/product/%00')).toBe(404)
  })
})

describeOnEachDatabase('malicious or mistaken requests from staff', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie(), toProductId('hoodie'))
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(async () => {
    await served.close()
    expect(shop.failures).toEqual([])
  })

  async function paid(): Promise<OrderView> {
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    return (await (await ask('GET', `/api/staff/orders/${orderNumber}`)).json()) as OrderView
  }

  test('the id of one refund cannot be used for another order, and the refund is made once', async () => {
    const [first, second] = [await paid(), await paid()]
    const refund = { refundId: randomUUID(), amount: '50', reason: '', units: [] }
    const refundOf = ({ number, version }: OrderView) =>
      ask('POST', `/api/staff/orders/${number}/refund`, { version, ...refund })
    expect((await refundOf(first)).status).toBe(200)
    const refused = await refundOf(second)
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/refundId' }] },
    })
    while ((await deliverOutbox(shop)) > 0);
    expect((await gatewayTotals(shop)).returned).toBe(50_00)
  })

  test.each([2 ** 31, 2 ** 40, 1e300])(
    'an impossible version, %d, is refused before the database is queried',
    async (big) => {
      const { number } = await paid()
      const message = { name: 'Bo', email: 'bo@x.example', subject: 'other', message: 'Is it open?' } as const
      await insertContactMessage(shop.database.db, toMessageId('m1'), message, shop.now())
      const tee = { name: 'Tee', price: 1, category: 'T-Shirts', stock: 3 }
      const answers = [
        await ask('POST', `/api/staff/orders/${number}/resend-mail`, { mailId: big }),
        await ask('POST', `/api/staff/orders/${number}/fulfil`, { version: big }),
        await ask('POST', '/api/staff/messages/m1/mark', { version: big, answered: true }),
        await ask('PUT', '/api/staff/size-charts/Hoodies', { version: big, measurements: [], rows: [] }),
        await ask('PUT', '/api/staff/search-words', { version: big, groups: [] }),
        await ask('PUT', '/api/staff/products/hoodie', {
          ...tee,
          version: big,
          seen: { stock: 10, sizes: [] },
        }),
      ]
      const mails = big <= Number.MAX_SAFE_INTEGER ? 404 : 422
      expect(answers.map(({ status }) => status)).toEqual([mails, 422, 422, 422, 422, 422])
    },
  )

  test('a search for a character that no database stores finds nothing', async () => {
    const { number } = await paid()
    const nowhere = [
      '/api/staff/activity.csv?q=%00x',
      '/api/staff/activity.csv?person=%00',
      '/api/staff/packing/carrier.csv?order=%00',
      '/api/staff/packing/item?barcode=%00x',
      '/api/staff/orders.csv?q=%00x',
      '/admin/activity?q=%00x&person=%00',
      `/admin/orders/batch/print?order=${number}&order=%00`,
      '/admin/orders/batch/print?batch=%00',
      '/api/staff/packing/carrier.csv?batch=%00',
    ]
    for (const path of nowhere) {
      const answer = await ask('GET', path)
      expect({ path, status: answer.status, text: await answer.text() }).toMatchObject({ status: 200 })
    }
    const refused = [
      await ask('POST', '/api/staff/packing/tracking', { text: `${number},1\n\0,2\0` }),
      await ask('PUT', '/api/staff/packing/item', { productId: '\0', size: 'M', bin: '\0', barcode: '\0' }),
      await ask('POST', '/api/checkout/settle', { clientSecret: 'pi_1_secret_\0' }),
      await ask('POST', '/test-gateway/confirm', {
        clientSecret: '\0',
        card: { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' },
      }),
      await ask('POST', '/test-gateway/authenticate', { clientSecret: '\0', outcome: 'approve' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422])
  })

  test('an impossible day does not filter, and an impossible position in the ledger is refused', async () => {
    for (const path of ['/admin/activity', '/api/staff/activity.csv', '/admin/orders']) {
      expect((await ask('GET', `${path}?from=2026-02-30&to=2026-02-30`)).status, path).toBe(200)
    }
    const counted = [{ size: 'M', seen: 1, stock: 1 }]
    for (const ledger of [1e300, 2 ** 60]) {
      const answer = await ask('POST', '/api/staff/products/hoodie/count', { ledger, counted })
      expect(answer.status).toBe(422)
    }
  })

  test('a HEAD request for the event stream leaves no listener', async () => {
    const listening = await ask('GET', '/api/staff/changes')
    for (let times = 0; times < 5; times += 1) await ask('HEAD', '/api/staff/changes')
    const { identity } = shop
    const find = identity.findSession.bind(identity)
    const asked: Promise<unknown>[] = []
    identity.findSession = (key) => {
      const answer = find(key)
      asked.push(answer)
      return answer
    }
    await shop.changes.publish('catalogue')
    await listening.body?.cancel()
    await Promise.all(asked)
    expect(asked).toHaveLength(1)
  })

  test('an impossible message id finds no message', async () => {
    expect((await ask('GET', '/admin/messages/%00')).status).toBe(404)
  })
})
