import { formatMoney, type CurrencyCode } from '#domain/currency.ts'
import { findExchangeRate } from '#operations/catalogue/find-exchange-rate.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest, ProductCardView } from '#web/page.ts'
import { homeData } from '#web/search-engines/structured-data.server.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { productCard } from '#web/views/catalogue/picture-view.server.ts'
import HomePage, { type HomePageProps } from './home-page.tsx'
import { page } from '#web/route.ts'
import * as words from '#words/home.ts'

export const routes = [page('/', 'storefront/home/home-page', HomePage, loadHomePage)]

export async function loadHomePage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: {
      title: words.pageTitle,
      description: words.description,
      canonical: '/',
      feed: true,
      structured: homeData(shop),
    },
    props: {
      frame: await frameProps(shop, request),
      newest: await newestCards(shop, request.currency),
    } satisfies HomePageProps,
  }
}

/** Fills the rows of the grid at every width. */
const NEWEST = 12

/** The page is worth showing without them. */
async function newestCards(shop: Shop, currency: CurrencyCode): Promise<ProductCardView[]> {
  try {
    const [{ products }, rate] = await Promise.all([
      shop.catalog.list({ limit: NEWEST, offset: 0 }),
      findExchangeRate(shop, currency),
    ])
    return products.map((product) =>
      productCard(shop.images, product, formatMoney(product.price, currency, rate?.rate ?? null)),
    )
  } catch (error) {
    shop.log.error('The newest products could not be loaded', error)
    return []
  }
}
