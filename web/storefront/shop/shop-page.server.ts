import { formatMoney } from '#domain/currency.ts'
import { categoryLabel } from '#domain/catalog/category-label.ts'
import { sizesOfCategories, type ShopCategory } from '#domain/catalog/category.ts'
import { SHOP_PAGE_SIZE, type ShopSort } from '#domain/catalog/shop-list.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { searchProducts } from '#operations/catalog/search-products.ts'
import { cachedCategories, readCategories } from '#operations/settings/shop-categories.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageHead, PageRequest } from '#web/page.ts'
import { shopData } from '#web/search-engines/structured-data.server.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { productCard } from '#web/views/catalog/picture-view.server.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import type { ListedPage } from '#providers/catalog/catalog.ts'
import type { CollectionOpening } from './products.tsx'
import type { FilterChoices } from './filters.tsx'
import ShopPage, { type ShopPageProps } from './shop-page.tsx'
import { parseShopQuery, shopAddress, type ShopQuery, SHOP_QUERY_NAMES, tidyShopQuery } from './shop-query.ts'
import { page } from '#web/route.ts'
import type { Words } from '#words/languages.ts'

export const routes = [
  page('/shop', 'storefront/shop/shop-page', ShopPage, loadShopPage, SHOP_QUERY_NAMES, (query, shop) =>
    tidyShopQuery(query, cachedCategories(shop)),
  ),
]

export async function loadShopPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const categories = await readCategories(shop)
  const query = parseShopQuery(request.query, categories)
  const choices = choicesFor(query, categories)
  return listPage(shop, request, {
    query,
    choices,
    head: (page) => headOf(query, page, choices, request.words),
    find: (part) =>
      searchProducts(shop, {
        query: query.query,
        ...(query.category && { category: query.category }),
        ...(query.size && { size: query.size }),
        sort: query.sort as ShopSort,
        ...part,
      }),
  })
}

/** Products in pages, and how they are found. */
interface ProductList {
  query: ShopQuery
  choices: FilterChoices
  /** What is shown of a collection beside its products. */
  collection?: { name: string; above: CollectionOpening }
  head: (page: number) => PageHead
  find: (part: { limit: number; offset: number }) => Promise<ListedPage & { instead?: string | null }>
}

/** The page of a list that an address names; an error page when it is none. */
export async function listPage(
  shop: Shop,
  request: PageRequest,
  { query, choices, collection, head: headOfPage, find }: ProductList,
): Promise<PageAnswer> {
  const page = parsePageNumber(request.query.get('page'))
  if (page === null) return problemPage(shop, request, 'not-found')
  const frame = await frameProps(shop, request)
  const head = headOfPage(page)
  const shown = { choices, ...collection }
  try {
    const [found, rate] = await Promise.all([
      find({ limit: SHOP_PAGE_SIZE, offset: (page - 1) * SHOP_PAGE_SIZE }),
      findExchangeRate(shop, request.currency),
    ])
    const cards = found.products.map((product) =>
      productCard(
        shop.images,
        product,
        (amount) =>
          formatMoney(amount, request.currency, rate?.rate ?? null, {
            language: request.words.language.LANGUAGE,
          }),
        request.words,
      ),
    )
    const pages = Math.max(1, Math.ceil(found.total / SHOP_PAGE_SIZE))
    const props: ShopPageProps = {
      frame,
      query,
      page,
      pages,
      served: { ...shown, total: found.total, cards, instead: found.instead ?? null, failed: false },
    }
    const structured = shopData(shop, {
      ...found,
      words: request.words['search-engines'],
      shopName: await readShopName(shop),
      name: collection?.name ?? request.words['search-engines'].shopAll,
      canonical: head.canonical,
      first: (page - 1) * SHOP_PAGE_SIZE,
    })
    return {
      status: page > pages ? 404 : 200,
      head: shopAddress(query).includes('?') ? head : { ...head, structured },
      props,
    }
  } catch (error) {
    shop.log.error('The shop page could not be loaded', error)
    const props: ShopPageProps = {
      frame,
      query,
      page: 1,
      pages: 1,
      served: { ...shown, total: 0, cards: [], instead: null, failed: true },
    }
    return { status: 503, head, props }
  }
}

/** Sizes and sort orders show the same products again, so only pages and categories have a canonical address. */
function headOf(
  { query, category }: ShopQuery,
  page: number,
  { categories }: FilterChoices,
  { shop: words, frame }: Words,
): PageHead {
  const label = category === null ? words.shopAll : categoryLabel(categories, category)
  const title = query === '' ? label : words.searchTitle(query)
  return {
    title: frame.pageTitle(page > 1 ? words.titleOfPage(title, page) : title),
    description: words.description,
    canonical: shopAddress({ category, size: null, sort: 'newest', query: '' }, page),
    noindex: query !== '',
    feed: true,
  }
}

/** Hidden categories are not offered, but the one of the address is shown as chosen. */
function choicesFor({ category, size }: ShopQuery, categories: readonly ShopCategory[]): FilterChoices {
  const offered = categories.filter(({ hidden, value }) => !hidden || value === category)
  const chosen = offered.filter(({ value }) => value === category)
  const sizes = sizesOfCategories(chosen.length > 0 ? chosen : offered)
  return {
    categories: offered.map(({ value, label }) => ({ value, label })),
    sizes: size === null || sizes.includes(size) ? sizes : [...sizes, size],
  }
}

/** Null for an invalid page number: answering it as page 1 would fill the page cache with copies. */
function parsePageNumber(text: string | null): number | null {
  if (text === null) return 1
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}
