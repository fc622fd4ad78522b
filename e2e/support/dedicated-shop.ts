import { test as journey } from './journey.ts'
import { BUSY, ofCopy, startShopCopy, type ShopKind } from './shops.ts'

/** Journeys in the shop of this kind. */
export function testInShop(kind: ShopKind) {
  return journey.extend({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    kind: async ({}, use) => use(kind),
  })
}

/** Journeys of one file that change what others look at, such as settings, or look at what others change. */
export function testInFreshShop() {
  return testInShop({ ...ofCopy(), isRare: true })
}

/** Journeys in a shop with orders, messages and subscribers. */
export const testInBusyShop = testInShop(BUSY)

/** Journeys in a shop with an outside supplier: a fake one on the network, open as long as the shop. */
export function testWithSupplier<Supplier>({
  start,
  variables,
  stop,
}: {
  start: () => Promise<Supplier>
  variables: (supplier: Supplier) => Record<string, string>
  stop: (supplier: Supplier) => Promise<void>
}) {
  const kind: ShopKind<Supplier> = {
    isRare: true,
    async open() {
      const supplier = await start()
      const shop = await startShopCopy(variables(supplier))
      const close = async () => {
        await shop.stop()
        await stop(supplier)
      }
      return { shop, supplier, close }
    },
  }
  return testInShop(kind).extend<{ supplier: Supplier }>({
    supplier: async ({ shops }, use) => use((await shops.get(kind)).supplier),
  })
}
