import { fillShop } from './busy-shop.ts'
import { test as journey } from './journey.ts'
import type { RunningShop } from './running-shop.ts'
import { startShopCopy } from './shop-copy.ts'

/** A journey in a fresh shop, unaffected by other journeys. */
export const testInFreshShop = journeyIn(async () => {})

/** The same with orders, messages and subscribers. */
export const testInBusyShop = journeyIn(fillShop)

function journeyIn(fill: (shop: RunningShop) => Promise<void>) {
  return journey.extend<object, { shop: RunningShop }>({
    shop: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
      async ({}, use) => {
        const shop = await startShopCopy()
        await fill(shop)
        await use(shop)
        await shop.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  })
}
