import { formatMoney } from '#domain/currency.ts'
import { LONGEST_QUERY } from '#domain/search.ts'
import { findExchangeRate } from '#operations/find-exchange-rate.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { shopData } from '#web/search-engines/structured-data.server.ts'
import { frameProps } from '#web/storefront/frame.server.ts'
import { productCard } from '#web/storefront/picture-view.server.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import type { ShopPageProps } from './shop-page.tsx'

const PRODUCTS_PER_PAGE = 48

export async function loadShopPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const query = (request.query.get('q') ?? '').trim().slice(0, LONGEST_QUERY)
  const page = parsePageNumber(request.query.get('page'))
  if (page === null) return problemPage(shop, request, 'not-found')
  const frame = frameProps(shop, request)
  const head = {
    title: `${query === '' ? 'Shop All' : `Search results for "${query}"`}${page > 1 ? `, page ${page}` : ''} – Redemption`,
    description: 'Every piece of the Redemption collection: tees, hoodies, pants and accessories.',
    canonical: page > 1 ? `/shop?page=${page}` : '/shop',
    noindex: query !== '',
    feed: true,
  }
  try {
    const [found, rate] = await Promise.all([
      shop.catalog.list({ query, limit: PRODUCTS_PER_PAGE, offset: (page - 1) * PRODUCTS_PER_PAGE }),
      findExchangeRate(shop, request.currency),
    ])
    const cards = found.products.map((product) =>
      productCard(shop.images, product, formatMoney(product.price, request.currency, rate?.rate ?? null)),
    )
    const pages = Math.max(1, Math.ceil(found.total / PRODUCTS_PER_PAGE))
    const props: ShopPageProps = { frame, query, total: found.total, page, pages, cards, failed: false }
    const first = (page - 1) * PRODUCTS_PER_PAGE
    const structured = shopData(shop, { ...found, canonical: head.canonical, first })
    return { status: page > pages ? 404 : 200, head: query === '' ? { ...head, structured } : head, props }
  } catch (error) {
    shop.log.error('The shop page could not be loaded', error)
    const props: ShopPageProps = { frame, query, total: 0, page: 1, pages: 1, cards: [], failed: true }
    return { status: 503, head, props }
  }
}

/** Null for what is no page number: answered as page 1 it would fill the page cache with copies. */
function parsePageNumber(text: string | null): number | null {
  if (text === null) return 1
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}
