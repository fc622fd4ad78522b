import { beforeEach, expect, test } from 'vitest'
import { findExchangeRate, clearRateCache } from '#operations/catalog/find-exchange-rate.ts'
import { refreshRates } from '#operations/catalog/refresh-rates.ts'
import type { RateTable } from '#providers/rates/exchange-rates.ts'
import { SupplierError, type SupplierFailure } from '#providers/supplier-error.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const MINUTE = 60_000
const TWELVE_HOURS = 43_200_000

describeOnEachDatabase('Rates from outside', (open) => {
  let shop: TestShop
  let asked: number
  let answer: () => Promise<RateTable>

  beforeEach(async () => {
    shop = await openTestShop(open())
    asked = 0
    answer = async () => ({ asOf: '2026-11-21', perCad: { EUR: 0.6 + asked / 100, USD: 0.7 } })
    shop.rateService = serviceOf()
  })

  const serviceOf = () => ({
    source: 'test',
    latest() {
      asked += 1
      return answer()
    },
  })
  const failing = (kind: SupplierFailure, retryAfterMs?: number) => async () => {
    throw new SupplierError('Test failed.', {
      supplier: 'Test',
      kind,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
  }
  const euro = async () => (await findExchangeRate(shop, 'EUR'))?.rate

  test('are never requested by a page, which uses the built-in table until the first answer', async () => {
    expect(await findExchangeRate(shop, 'EUR')).toMatchObject({ asOf: '2026-09-29' })
    expect(asked).toBe(0)
    await refreshRates(shop)
    clearRateCache(shop)
    expect(await findExchangeRate(shop, 'EUR')).toMatchObject({
      rate: 0.61,
      asOf: '2026-11-21',
      source: 'test',
    })
    expect(shop.announced).toEqual(['rates'])
  })

  test('keep the rate of a currency that the answer lacks', async () => {
    await refreshRates(shop)
    expect(await findExchangeRate(shop, 'NGN')).toMatchObject({ rate: 934.683, asOf: '2026-09-29' })
  })

  test('are requested once in twelve hours, even after a restart', async () => {
    await refreshRates(shop)
    shop.pass(TWELVE_HOURS - 1)
    await refreshRates(shop)
    const restarted = { ...shop, rateService: serviceOf() }
    await refreshRates(restarted, { again: true })
    expect(asked).toBe(1)
    shop.pass(1)
    await refreshRates(shop)
    expect(asked).toBe(2)
  })

  test('are requested by one process at a time, and by another when that one has died', async () => {
    let arrives = (_table: RateTable) => {}
    answer = () => new Promise((resolve) => (arrives = resolve))
    const first = refreshRates(shop)
    await expect.poll(() => asked).toBe(1)
    await Promise.all([refreshRates({ ...shop }), refreshRates({ ...shop }, { again: true })])
    expect(asked).toBe(1)
    arrives({ asOf: '2026-11-21', perCad: { EUR: 0.65 } })
    await first
    expect(await euro()).toBe(0.65)

    shop.pass(TWELVE_HOURS)
    answer = () => new Promise(() => {})
    void refreshRates(shop)
    await expect.poll(() => asked).toBe(2)
    shop.pass(MINUTE)
    answer = async () => ({ asOf: '2026-11-22', perCad: { EUR: 0.66 } })
    await refreshRates({ ...shop })
    clearRateCache(shop)
    expect(await euro()).toBe(0.66)
  })

  test('stay as they were while the source fails, which is tried again after longer and longer pauses', async () => {
    await refreshRates(shop)
    shop.pass(TWELVE_HOURS)
    answer = failing('failing')
    const waits: number[] = []
    let since = 0
    for (let minute = 0; minute < 200; minute += 1) {
      const before = asked
      await refreshRates(shop)
      if (asked > before) {
        waits.push(since)
        since = 0
      }
      since += 1
      shop.pass(MINUTE)
    }
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60])
    clearRateCache(shop)
    expect(await euro()).toBe(0.61)
    expect(shop.failures.splice(0)).toHaveLength(9)
  })

  test.each([
    ['a refused key', failing('unauthorized'), 60],
    ['a used-up quota that says when', failing('rate-limited', 30 * MINUTE), 30],
  ])(
    'are requested again after %s when its pause is over, or immediately after a restart',
    async (_what, fails, minutes) => {
      answer = fails
      await refreshRates(shop)
      shop.pass(minutes * MINUTE - 1)
      await refreshRates(shop)
      expect(asked).toBe(1)
      await refreshRates(shop, { again: true })
      expect(asked).toBe(2)
      shop.failures = []
    },
  )

  test('are requested immediately when another source is chosen', async () => {
    await refreshRates(shop)
    shop.rateService = { ...serviceOf(), source: 'another' }
    await refreshRates(shop)
    expect(asked).toBe(2)
    expect(await findExchangeRate(shop, 'EUR')).toMatchObject({ source: 'another' })
  })

  test('that are older than the built-in table are not used', async () => {
    answer = async () => ({ asOf: '2026-01-01', perCad: { EUR: 0.5 } })
    await refreshRates(shop)
    expect(await findExchangeRate(shop, 'EUR')).toMatchObject({ rate: 0.620385, asOf: '2026-09-29' })
  })
})
