import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toProductId } from '#domain/ids.ts'
import { prepareKept } from '#web/http/cache/prepare-kept.ts'
import { endpoints, staffPages } from '#test/support/every-route.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const SEARCH = '/api/search?q=hoodie'
const KEPT = [SEARCH, '/api/products?ids=midnight-hoodie', '/api/rates?from=CAD&to=EUR', '/api/openapi.json']

describeOnEachDatabase('API answers that are the same for everyone', (open) => {
  let shop: TestShop
  let served: ServedShop

  beforeEach(async () => {
    shop = await openTestShop(open())
    for (const name of ['Midnight Hoodie', 'Open Hoodie', 'Emblem Hoodie'])
      await shop.catalog.add(hoodie({ name }), toProductId(name.toLowerCase().replace(' ', '-')))
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  const ask = (path: string, headers: Record<string, string> = {}) => fetch(served.url + path, { headers })

  test.each(KEPT)('are made once for %s, compressed, with a 304 for clients that have them', async (path) => {
    const first = await ask(path, { 'accept-encoding': 'br' })
    const text = await first.text()
    const before = served.cache.bytes
    for (const encoding of ['br', 'gzip', 'identity']) {
      const again = await ask(path, { 'accept-encoding': encoding })
      expect(await again.text()).toBe(text)
      expect({ status: again.status, type: again.headers.get('content-type') }).toEqual({
        status: 200,
        type: 'application/json',
      })
      if (text.length > 1_000)
        expect(again.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(again.headers.get('x-content-type-options')).toBe('nosniff')
      expect(again.headers.get('cache-control')).toMatch(/no-cache|max-age/)
      expect(again.headers.get('vary')).toContain('cookie')
    }
    expect(served.cache.size).toBe(1)
    expect(served.cache.bytes).toBe(before)
    const known = await ask(path, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect({ status: known.status, body: await known.text() }).toEqual({ status: 304, body: '' })
  })

  test('are made again after a change of the catalogue or the rates', async () => {
    const find = vi.spyOn(shop.catalog, 'findMany')
    const path = '/api/products?ids=midnight-hoodie'
    for (let times = 0; times < 3; times += 1) await ask(path)
    expect(find).toHaveBeenCalledTimes(1)
    await shop.catalog.archive(toProductId('midnight-hoodie'))
    await shop.changes.publish('catalogue')
    expect(await (await ask(path)).json()).toEqual({ products: [] })
    await shop.changes.publish('rates')
    await ask(path)
    expect(find).toHaveBeenCalledTimes(3)
  })

  test('are cached for each display currency, and once for every spelling of an address', async () => {
    const yen = await (await ask(SEARCH, { cookie: 'currency=JPY' })).text()
    const dollars = await (await ask(SEARCH, { cookie: 'currency=CAD' })).text()
    expect(yen).not.toBe(dollars)
    for (const path of ['/api/search?q=+hoodie&utm=1', '/api/search?x=1&q=hoodie']) {
      expect(await (await ask(path, { cookie: 'currency=CAD' })).text()).toBe(dollars)
    }
    expect(served.cache.size).toBe(2)
  })

  test('do not depend on the visitor: no cookie is set, and staff get the same answer', async () => {
    const staff = await signInAda(shop, served)
    for (const path of KEPT) {
      const own = await staff('GET', path)
      served.cache.clear()
      const other = await ask(path)
      expect(await own.text()).toBe(await other.text())
      expect([own.headers.getSetCookie(), other.headers.getSetCookie()]).toEqual([[], []])
      expect((await ask(path)).headers.getSetCookie()).toEqual([])
    }
  })

  test('are not cached when they are refusals', async () => {
    expect((await ask('/api/rates?from=CAD&to=XXX')).status).toBe(422)
    expect((await ask('/api/rates?from=CAD&to=XXX')).headers.get('cache-control')).toBe('no-store')
    expect(served.cache.size).toBe(0)
  })

  test('are the only ones cached, and not those for staff or about a visitor', async () => {
    const staff = await signInAda(shop, served)
    // The same for everybody, and kept: the page that says so, and where a discount link leads.
    await Promise.all([ask('/no-such-page'), ask('/shop')])
    const { size } = served.cache
    const others = endpoints.filter(({ method, kept }) => method === 'GET' && kept === undefined)
    const paths = [...others, ...staffPages].map(({ path }) => path.replaceAll(/:\w+/g, 'midnight-hoodie'))
    expect(paths).toEqual(expect.arrayContaining(['/api/location', '/admin/orders', '/api/staff/products']))
    for (const path of paths.filter((one) => one !== '/api/staff/changes')) {
      await (await staff('GET', path)).arrayBuffer()
      expect(served.cache.size, path).toBe(size)
    }
    shop.failures.length = 0
  })

  test('must not set a cookie', async () => {
    const answer = Response.json({}, { headers: { 'set-cookie': 'staff=1' } })
    await expect(prepareKept(answer, 'http://shop.example')).rejects.toThrow('must not set a cookie')
  })
})
