import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { TableStoreError, type Catalog } from '#providers/catalog/catalog.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readablePage } from '#test/support/readable-page.ts'
import { readOnly } from '#test/support/read-only.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, staffBrowser } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const LOAD_FAILED = 'Failed to load products. Please try again later.'

/** A catalogue that always fails with this error. */
function failing(error: Error): Catalog {
  return new Proxy({} as Catalog, { get: () => () => Promise.reject(error) })
}

describeOnEachDatabase('the error catalogue of the server', (open, { location }) => {
  let shop: TestShop
  let served: ServedShop

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.identity.addMember(ADA)
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(served.url + path, {
      method,
      headers: { origin: served.url, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })

  const { signedIn } = staffBrowser(() => served.url)

  /** The logged errors; clears the list. */
  const logged = () => shop.failures.splice(0).map(({ error }) => error)

  describe('when the catalogue fails', () => {
    const broken = new Error('The catalogue is broken')

    test.each([
      ['/shop', LOAD_FAILED],
      ['/shop?q=tee', LOAD_FAILED],
      ['/product/emblem-hoodie', 'Failed to load product.'],
    ])('%s says: %s', async (path, words) => {
      shop.catalog = failing(broken)
      const page = await readablePage(served.url + path)
      expect(page.status).toBe(503)
      expect(page.text).toContain(words)
      expect(page.text).not.toContain('items')
      expect(logged()).toEqual([broken])
    })

    test('the pages work again as soon as the catalogue does', async () => {
      const { catalog } = shop
      shop.catalog = failing(broken)
      await readablePage(`${served.url}/shop`)
      logged()
      shop.catalog = catalog
      await catalog.add(hoodie())
      const page = await readablePage(`${served.url}/shop`)
      expect(page.status).toBe(200)
      expect(page.text).toContain('1 item')
    })

    test('a missing product is not a failure: Product not found.', async () => {
      const page = await readablePage(`${served.url}/product/nothing-of-ours`)
      expect(page.status).toBe(404)
      expect(page.text).toContain('Product not found.')
      expect(page.html).toMatch(/<a [^>]*href="\/shop"[^>]*>Back to the shop</)
    })

    test('the bar shows no error to visitors, and the failure is logged', async () => {
      shop.catalog = failing(broken)
      expect((await send('GET', '/api/search?q=tee')).status).toBe(500)
      expect(logged()).toEqual([broken])
      expect((await readablePage(`${served.url}/contact`)).status).toBe(200)
    })

    test('the dashboard says that products could not be loaded, and offers a retry', async () => {
      const cookie = await signedIn()
      shop.catalog = failing(broken)
      const { text } = await readablePage(`${served.url}/admin/dashboard`, { cookie })
      expect(text).toContain(`${LOAD_FAILED} Try again`)
      expect(text).not.toContain('Airtable')
      expect(logged()).toEqual([broken])
    })
  })

  describe.each([
    [
      'INVALID_PERMISSIONS: The key may not read this base',
      'Airtable error: INVALID_PERMISSIONS: The key may not read this base',
    ],
    [' ', 'Airtable error: Unknown error'],
    [null, 'Airtable error: Unknown error'],
  ])('when the table store fails with %j', (reason, words) => {
    const failure = new TableStoreError(reason)

    test(`the dashboard says: ${words}`, async () => {
      const cookie = await signedIn()
      shop.catalog = failing(failure)
      const { text } = await readablePage(`${served.url}/admin/dashboard`, { cookie })
      expect(text).toContain(`${LOAD_FAILED} ${words}`)
      expect(logged()).toEqual([failure])
    })

    test.each([
      ['GET', '/api/staff/products', undefined],
      ['POST', '/api/staff/products', { name: 'Tee', price: '10', category: 'T-Shirts' }],
      [
        'PUT',
        '/api/staff/products/tee',
        { name: 'Tee', price: '10', category: 'T-Shirts', version: 1, seen: { stock: null, sizes: [] } },
      ],
      ['DELETE', '/api/staff/products/tee', undefined],
      ['POST', '/api/staff/products/tee/restore', {}],
    ])(`%s %s tells staff: ${words}`, async (method, path, body) => {
      const cookie = await signedIn()
      shop.catalog = failing(failure)
      const answer = await send(method, path, body, { cookie })
      expect(answer.status).toBe(502)
      expect(await answer.json()).toMatchObject({ type: '/problems/table-store', title: words })
      expect(logged()).toEqual([failure])
    })

    test('the product form knows the service that stores the pictures, to name it when an upload fails', async () => {
      const cookie = await signedIn()
      const connected = { supplier: 'Cloudinary', usedFor: 'pictures', test: async () => '' }
      shop.connections = [
        { ...connected, need: 'mail', supplier: 'SMTP' },
        { ...connected, need: 'pictures' },
      ]
      const html = async () => (await send('GET', '/admin/dashboard', undefined, { cookie })).text()
      expect(await html()).toContain('"pictureStore":"Cloudinary"')
      shop.connections = []
      expect(await html()).toContain('"pictureStore":null')
    })

    test('shoppers learn only that the shop is unavailable', async () => {
      shop.catalog = failing(failure)
      const page = await readablePage(`${served.url}/shop`)
      const suggestions = await send('GET', '/api/search?q=tee')
      expect({ page: page.status, suggestions: suggestions.status }).toEqual({ page: 503, suggestions: 503 })
      expect(page.html + (await suggestions.text())).not.toContain('Airtable')
      expect(logged()).toHaveLength(2)
    })
  })

  describe('when staff accounts are unavailable', () => {
    const words = 'Authentication not available - Firebase not configured'
    let stuck: ShopDatabase

    beforeEach(async () => {
      stuck = await openDatabase(readOnly(location()))
      if (stuck.engine === 'sqlite') await sql`pragma query_only = on`.execute(stuck.db)
      shop.identity = new BuiltInIdentity(stuck, { passwordCost: { N: 16, r: 1, p: 1 } })
    })
    afterEach(() => stuck.close())

    test.each([
      ['/api/staff/sign-in', ADA],
      ['/api/staff/request-reset', { email: ADA.email }],
    ])(`%s says: ${words}`, async (path, body) => {
      const answer = await send('POST', path, body)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ type: '/problems/auth-unavailable', title: words })
      expect(logged()).toHaveLength(1)
    })

    test('a programming error is not reported as unavailable accounts', async () => {
      const mistake = new TypeError('A mistake of ours')
      shop.identity.signIn = () => Promise.reject(mistake)
      expect((await send('POST', '/api/staff/sign-in', ADA)).status).toBe(500)
      expect(logged()).toEqual([mistake])
    })
  })
})
