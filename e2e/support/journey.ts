import { test as base, expect } from '@playwright/test'
import { ShopRecords } from './shop-records.ts'
import { listenForComplaints, type Complaints } from './complaints.ts'
import type { RunningShop } from './running-shop.ts'
import { COMMON, Shops, type OpenedShop, type ShopKind } from './shops.ts'
import { Shopper } from '#e2e/actors/shopper.ts'

// Playwright records the stack of each of its calls, and looks for the source map of each file in it. Node runs
// TypeScript line for line, so there are no source maps.
Reflect.deleteProperty(Error, 'prepareStackTrace')

interface OfTheWorker {
  shops: Shops
}

interface OfTheTest {
  /** The kind of the journey's shop. */
  kind: ShopKind
  opened: OpenedShop
  shop: RunningShop
  complaints: Complaints
  /** The shop's records, to read and change as staff would. */
  records: ShopRecords
  shopper: Shopper
}

/** For tests that need no shop, or start one themselves. */
export const plainTest = base.extend<object, OfTheWorker>({
  shops: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const shops = new Shops()
      await use(shops)
      await shops.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** A journey: a browser and a shop of each kind for each worker. It fails on any unexpected browser problem. */
export const test = plainTest.extend<OfTheTest>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  kind: async ({}, use) => use(COMMON),
  opened: [async ({ shops, kind }, use) => use(await shops.get(kind)), { timeout: 180_000 }],
  shop: async ({ opened }, use) => use(opened.shop),
  baseURL: async ({ shop }, use) => use(shop.url),
  complaints: [
    async ({ context, shop, javaScriptEnabled }, use, testInfo) => {
      const before = shop.log().length
      const complaints = listenForComplaints(context, shop.url)
      // Chromium reports scripts that it was told not to run as blocked by a policy.
      if (!javaScriptEnabled) complaints.expect(/\/assets\/[^ ]+\.js: csp$/)
      await use(complaints)
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('log of the shop', { body: shop.log().slice(before) })
      }
      expect(complaints.unexpected()).toEqual([])
    },
    { auto: true },
  ],
  records: [
    async ({ shop }, use) => {
      const records = await ShopRecords.open(shop.dataDir)
      await use(records)
      await records.close()
    },
    { auto: true },
  ],
  shopper: async ({ page }, use, { testId }) => use(new Shopper(page, `${testId}@example.com`)),
})

export { expect }
