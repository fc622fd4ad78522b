import { fillShop } from './busy-shop.ts'
import { test as journey } from './journey.ts'
import type { RunningShop } from './running-shop.ts'
import { startShopCopy } from './shop-copy.ts'

/** A journey in a fresh shop, unaffected by other journeys. */
export const testInFreshShop = journeyIn(async () => {})

/** The same with orders, messages and subscribers. */
export const testInBusyShop = journeyIn(fillShop)

/** A journey in a shop with an outside supplier: a fake one on the network, open as long as the shop. */
export function testWithSupplier<Supplier>({
  start,
  variables,
  stop,
}: {
  start: () => Promise<Supplier>
  variables: (supplier: Supplier) => Record<string, string>
  stop: (supplier: Supplier) => Promise<void>
}) {
  return journey.extend<object, { supplier: Supplier }>({
    supplier: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
      async ({}, use) => {
        const supplier = await start()
        await use(supplier)
        await stop(supplier)
      },
      { scope: 'worker' },
    ],
    shop: [
      async ({ supplier }, use) => {
        const shop = await startShopCopy(variables(supplier))
        await use(shop)
        await shop.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  })
}

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
