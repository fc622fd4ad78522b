import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundledGeolocation } from '#providers/geolocation/bundled-geolocation.ts'
import { IpapiGeolocation } from '#providers/geolocation/ipapi/ipapi-geolocation.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { startIpapiServer } from '#test/fakes/ipapi-server.ts'
import type { SupplierServer } from '#test/fakes/supplier-server.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { openTestShop } from '#test/support/test-shop.ts'

const LAGOS = '41.58.0.1'

describeOnEachDatabase('A visitor whose country is requested from ipapi.co', (open) => {
  let served: ServedShop
  let ipapi: SupplierServer
  let geolocation: IpapiGeolocation

  beforeEach(async () => {
    const shop = await openTestShop(open())
    ipapi = await startIpapiServer()
    geolocation = new IpapiGeolocation({
      key: null,
      apiBase: ipapi.url,
      label: 'ipapi.co',
      report: { worked() {}, failed() {} },
      bundled: bundledGeolocation(),
      timeoutMs: 5_000,
    })
    shop.geolocation = geolocation
    served = await serveShop(shop)
  })
  afterEach(async () => {
    await served.close()
    await ipapi.close()
  })

  const get = (path: string) => fetch(served.url + path, { headers: { 'x-forwarded-for': LAGOS } })
  const answered = () => expect.poll(() => geolocation.isAsking(LAGOS)).toBe(false)

  test('gets the first page with the country of the built-in table and without a cookie, the next with the answer', async () => {
    await ipapi.disturb('slow')
    const first = await get('/shop')
    expect(await first.text()).toMatch(/<option value="NGN" selected/)
    expect(first.headers.getSetCookie()).toEqual([])
    expect(geolocation.isAsking(LAGOS)).toBe(true)
  })

  test('gets the next page with the answer, and with both cookies', async () => {
    await get('/shop')
    await answered()
    const next = await get('/shop')
    expect(await next.text()).toMatch(/<option value="GHS" selected/)
    expect(next.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([
      'currency=GHS',
      'currencyCode=GHS',
    ])
    expect(ipapi.requests).toHaveLength(1)
  })

  test('gets the country from the API, which is stored only when it is certain', async () => {
    await ipapi.disturb('slow')
    const guess = await get('/api/location')
    expect(await guess.json()).toMatchObject({ country_code: 'NG', currency: 'NGN' })
    expect(guess.headers.get('cache-control')).toBe('no-store')
  })

  test('gets the country of the built-in table, and its cookies, while ipapi.co fails', async () => {
    await ipapi.disturb('refused')
    await get('/shop')
    await answered()
    const next = await get('/shop')
    expect(await next.text()).toMatch(/<option value="NGN" selected/)
    expect(next.headers.getSetCookie()[0]).toMatch(/^currency=NGN;/)
  })
})
