import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearRateCache } from '#operations/catalog/find-exchange-rate.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const TWELVE_HOURS_MS = 43_200_000

describeOnEachDatabase('Rates and location over HTTP', (open) => {
  let shop: TestShop
  let served: ServedShop
  let asked: number

  beforeEach(async () => {
    shop = await openTestShop(open())
    asked = 0
    shop.rates.rate = async () => ({ rate: 0.6 + ++asked / 100, asOf: '2026-11-20', source: 'test' })
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  const ask = async (path: string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await fetch(served.url + path, { headers })).json()
  /** Answers are kept for minutes only. */
  const pass = (milliseconds: number) => {
    shop.pass(milliseconds)
    served.cache.clear()
  }
  const euro = () => ask('/api/rates?from=CAD&to=EUR')

  test('a visitor is located by address, and in Canada when the address is unknown', async () => {
    expect(await ask('/api/location', { 'x-forwarded-for': '203.0.113.81' })).toEqual({
      country_name: 'Japan',
      country_code: 'JP',
      currency: 'JPY',
    })
    expect(await ask('/api/location', { 'x-forwarded-for': '203.0.113.7' })).toEqual({
      country_name: 'Canada',
      country_code: 'CA',
      currency: 'CAD',
    })
  })

  test('the rate of a pair is requested once in twelve hours, across processes', async () => {
    expect(await euro()).toMatchObject({ from: 'CAD', to: 'EUR', rate: 0.61, asOf: '2026-11-20' })
    pass(TWELVE_HOURS_MS - 1)
    clearRateCache(shop)
    expect(await euro()).toMatchObject({ rate: 0.61 })
    pass(1)
    expect(await euro()).toMatchObject({ rate: 0.62 })
  })

  test('an expired rate is used while the source fails, and without one there is no rate, never one to one', async () => {
    await euro()
    pass(10 * TWELVE_HOURS_MS)
    shop.rates.rate = () => Promise.reject(new Error('No rates today'))
    expect(await euro()).toMatchObject({ rate: 0.61 })
    const none = await fetch(`${served.url}/api/rates?from=CAD&to=GBP`)
    expect(none.status).toBe(503)
    expect(shop.failures.splice(0)).toHaveLength(2)
  })

  test('an inverse rate to Canadian dollars has the date and the source of the pair', async () => {
    expect(await ask('/api/rates?from=EUR&to=CAD')).toMatchObject({
      rate: 1 / 0.61,
      asOf: '2026-11-20',
      source: 'test',
    })
  })

  test('a currency outside the table is refused', async () => {
    expect(await ask('/api/rates?from=CAD&to=XXX')).toMatchObject({ status: 422 })
  })
})
