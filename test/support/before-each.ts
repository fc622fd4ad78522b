import { afterEach, beforeEach } from 'vitest'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Product } from '#domain/catalogue/product.ts'
import { serveShop, type ServedShop } from './serve-shop.ts'
import { signInAda, type Ask } from './staff-browser.ts'
import { openTestShop, type hoodie, type TestShop } from './test-shop.ts'

/** What a test of an endpoint needs. `product`: of the draft that was given; without one it throws. */
interface Opened {
  shop: TestShop
  served: ServedShop
  readonly product: Product
}

type Draft = ReturnType<typeof hoodie>

/** Opens a shop with one product before each test. `use` keeps both. */
export function shopBeforeEach(
  open: () => ShopDatabase,
  use: (opened: { shop: TestShop; product: Product }) => void,
  draft: Draft,
): void {
  beforeEach(async () => {
    const shop = await openTestShop(open())
    use({ shop, product: await shop.catalog.add(draft) })
  })
}

/** Opens a shop before each test and serves it until the test is over. `use` keeps what the tests need of it. */
export function serveBeforeEach(
  open: () => ShopDatabase,
  use: (opened: Opened) => void,
  draft?: Draft,
): void {
  eachServed(open, draft, use)
}

/** The same, with Ada of the staff signed in: `ask` sends requests with her session. */
export function signInBeforeEach(
  open: () => ShopDatabase,
  use: (opened: Opened & { ask: Ask }) => void,
  draft?: Draft,
): void {
  eachServed(open, draft, async (opened) => {
    const ask = await signInAda(opened.shop, opened.served)
    use(Object.assign(opened, { ask }))
  })
}

function eachServed(
  open: () => ShopDatabase,
  draft: Draft | undefined,
  use: (opened: Opened) => void | Promise<void>,
): void {
  let served: ServedShop
  beforeEach(async () => {
    const shop = await openTestShop(open())
    const product = draft && (await shop.catalog.add(draft))
    served = await serveShop(shop)
    await use({
      shop,
      served,
      get product() {
        if (!product) throw new Error('No product was given')
        return product
      },
    })
  })
  afterEach(() => served.close())
}
