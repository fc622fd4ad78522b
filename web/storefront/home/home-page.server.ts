import { formatMoney } from '#domain/currency.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { listedProduct, type ListedProduct } from '#domain/catalog/listed-product.ts'
import { toProductId } from '#domain/ids.ts'
import { HOME_PAGE, type HomePage as HomeSetting } from '#domain/settings/home-page.ts'
import { hasFirstName, SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest, ProductCardView } from '#web/page.ts'
import { homeData, taglineIn } from '#web/search-engines/structured-data.server.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { productCard } from '#web/views/catalog/picture-view.server.ts'
import HomePage, { type HomePageProps } from './home-page.tsx'
import { ownBackground } from './own-background.server.ts'
import { page } from '#web/route.ts'

export const routes = [page('/', 'storefront/home/home-page', HomePage, loadHomePage)]

export async function loadHomePage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const frameWords = request.words.frame
  const words = request.words.home
  const [home, { name }] = await Promise.all([
    currentSetting(shop, HOME_PAGE),
    currentSetting(shop, SHOP_IDENTITY),
  ])
  const background = ownBackground(shop.images, home)
  const tagline = taglineIn(home, request.words)
  return {
    status: 200,
    head: {
      title: words.pageTitle.replace(frameWords.brand, name).replace(words.tagline, tagline),
      description: hasFirstName(name) ? words.description : words.descriptionOf(name, tagline),
      canonical: '/',
      feed: true,
      structured: await homeData(shop, request.words),
    },
    props: {
      frame: await frameProps(shop, request),
      served: { newest: await productCards(shop, request, home.products), ...ownWords(home) },
      ...(background && { background }),
    } satisfies HomePageProps,
  }
}

/** The texts that owners have changed; the others are left to the page. */
function ownWords({
  tagline,
  button,
  heading,
}: HomeSetting): Pick<NonNullable<HomePageProps['served']>, 'own'> {
  const { fallback } = HOME_PAGE
  const isOwn = tagline !== fallback.tagline || button !== fallback.button || heading !== fallback.heading
  return isOwn ? { own: { tagline, button, heading } } : {}
}

/** The chosen products that are on sale; the newest ones where none is. */
async function shownProducts({ catalog }: Shop, chosen: readonly string[]): Promise<ListedProduct[]> {
  const products = chosen.length === 0 ? [] : await catalog.findMany(chosen.map(toProductId))
  if (products.length > 0) return products.map(listedProduct)
  return (await catalog.listed({ limit: NEWEST_PRODUCTS, offset: 0 })).products
}

/** Fills the rows of the grid at every width. */
const NEWEST_PRODUCTS = 12

/** The page is worth showing without them. */
async function productCards(
  shop: Shop,
  { currency, words }: Pick<PageRequest, 'currency' | 'words'>,
  chosen: readonly string[],
): Promise<ProductCardView[]> {
  try {
    const [products, rate] = await Promise.all([
      shownProducts(shop, chosen),
      findExchangeRate(shop, currency),
    ])
    return products.map((product) =>
      productCard(
        shop.images,
        product,
        (amount) => formatMoney(amount, currency, rate?.rate ?? null, { language: words.language.LANGUAGE }),
        words,
      ),
    )
  } catch (error) {
    shop.log.error('The newest products could not be loaded', error)
    return []
  }
}
