import { afterEach, beforeEach } from 'vitest'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { ProductId } from '#domain/ids.ts'
import type { EachDatabase } from './each-database.ts'
import { serveShop, type ServedShop } from './serve-shop.ts'
import { addAda, askWith, type Ask } from './staff-browser.ts'
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
  eachServed(open, async ({ catalog }) => draft && catalog.add(draft), use)
}

/**
 * The same, with Ada of the staff signed in: `ask` sends requests with her session. Product and session are made once
 * and are those of every test.
 */
export function signInBeforeEach(
  { open, startWith }: Pick<EachDatabase, 'startWith'> & { open: () => ShopDatabase },
  use: (opened: Opened & { ask: Ask }) => void,
  draft?: Draft,
): void {
  let id: ProductId | undefined
  let cookie: string
  startWith(async () => {
    const shop = await openTestShop(open())
    if (draft) ({ id } = await shop.catalog.add(draft))
    const served = await serveShop(shop)
    cookie = await addAda(shop, served)
    await served.close()
  })
  const findProduct = async ({ catalog }: TestShop) => (id && (await catalog.find(id))) ?? undefined
  eachServed(open, findProduct, (opened) =>
    use(Object.assign(opened, { ask: askWith(opened.served.url, cookie) })),
  )
}

function eachServed(
  open: () => ShopDatabase,
  haveProduct: (shop: TestShop) => Promise<Product | undefined>,
  use: (opened: Opened) => void,
): void {
  let served: ServedShop
  beforeEach(async () => {
    const shop = await openTestShop(open())
    const product = await haveProduct(shop)
    served = await serveShop(shop)
    use({
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
