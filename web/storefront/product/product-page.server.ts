import { charging } from '#domain/charged-currency.ts'
import { amountIn, chargedName, formatMoney } from '#domain/currency.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { hasFirstName } from '#domain/settings/shop-identity.ts'
import { toProductId } from '#domain/ids.ts'
import { dollars, type Cents } from '#domain/money.ts'
import { shopDays } from '#domain/checkout/shipping/shop-days.ts'
import { pick } from '#domain/record-of.ts'
import { SHOWN_AS_STORED } from '#domain/catalog/fields/product-attributes.ts'
import { preorderDay } from '#domain/catalog/preorder.ts'
import { isOnSale, isOutOfStock, reducedFrom, unitsLeft, type Product } from '#domain/catalog/product.ts'
import { isGiftCard, parseGiftAmounts } from '#domain/catalog/gift-amounts.ts'
import { SIZES, type Size } from '#domain/catalog/size.ts'
import { categoryLabel } from '#domain/catalog/category-label.ts'
import { categorySizes, type ShopCategory } from '#domain/catalog/category.ts'
import { MAX_SIBLINGS, RELATED_PRODUCTS } from '#domain/catalog/search/search.ts'
import { hasMeasurements, type SizeChart } from '#domain/catalog/size-chart.ts'
import { offeredProduct } from '#domain/promotions/sale-price.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { momentWords } from '#domain/shop-time.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { sizeChartInLanguage } from '#operations/catalog/get-size-chart.ts'
import { findEarlyDrop } from '#operations/drops/early-access.ts'
import { findRoomBefore } from '#operations/drops/find-turns.ts'
import { readSaidFit } from '#operations/fit/answer-how-it-fits.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { readPriorPrice } from '#operations/catalog/read-prices.ts'
import { readSalesAreFinal } from '#operations/settings/shop-policies.ts'
import { readWallets } from '#operations/settings/shop-wallets.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageHead, PageRequest } from '#web/page.ts'
import { listedPicture } from '#web/search-engines/listed-picture.server.ts'
import { productData, type ProductFacts } from '#web/search-engines/product-data.server.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { pictureView, productCard } from '#web/views/catalog/picture-view.server.ts'
import { sizeChartView } from '#web/views/catalog/size-chart-view.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import type { RoomNoteProps } from '#web/storefront/drop/room-note.tsx'
import GiftProductPage from '#web/storefront/gift-card/gift-product-page.tsx'
import ProductPage, { type ProductPageProps } from './product-page.tsx'
import type { ProductView } from './product-view.ts'
import { askedOnly, page } from '#web/route.ts'
import type { Words } from '#words/languages.ts'

export const routes = [
  page('/product/:id', 'storefront/product/product-page', ProductPage, loadProductPage, ['asked'], askedOnly),
]

export async function loadProductPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const frameWords = request.words.frame
  const id = toProductId(request.params['id'] ?? '')
  const canonical = `/product/${id}`
  try {
    const product = await shop.catalog.find(id)
    if (product === null) return problemPage(shop, request, 'product-not-found')
    const shown = await showProduct(shop, request, product)
    // A wallet would not ask for whom a gift card is.
    if (isGiftCard(product)) return { status: 200, ...shown }
    const { extraSources = null, props: offered } = await readWallets(shop, 'product')
    const served = { ...shown.props.served, ...toBeToldOf(shop, request, product) }
    return { status: 200, extraSources, ...shown, props: { ...shown.props, ...offered, served } }
  } catch (error) {
    shop.log.error('A product page could not be loaded', error, { id })
    const props: ProductPageProps = {
      frame: await frameProps(shop, request),
      product: null,
      failed: true,
      served: { related: [] },
      rate: { rate: null, asOf: null },
    }
    return {
      status: 503,
      head: { title: frameWords.brand, description: '', canonical, noindex: true },
      props,
    }
  }
}

/** The sizes that are sold out, of which shoppers may be told once they are back, and how the form for it went. */
function toBeToldOf({ now }: Shop, { query }: PageRequest, product: Product) {
  const soldOut = product.sizes.map(({ size }) => size).filter((size) => unitsLeft(product, size) === 0)
  if (soldOut.length === 0 || !isOnSale(product, now())) return {}
  return { soldOut, asked: (query.get('asked') as 'sent' | 'failed' | null) ?? undefined }
}

/** The page of a product, whether it is on sale or not. */
export async function showProduct(
  shop: Shop,
  request: PageRequest,
  own: Product,
): Promise<Pick<PageAnswer, 'head' | 'screen'> & { props: ProductPageProps }> {
  const { promotions } = await currentSetting(shop, PROMOTIONS)
  const { offered: product, sale } = offeredProduct(own, promotions, shop.now())
  const [siblings, related, rate, chart, categories, fit] = await Promise.all([
    shop.catalog.siblings(product, MAX_SIBLINGS),
    shop.catalog.related(product, RELATED_PRODUCTS),
    findExchangeRate(shop, request.currency),
    sizeChartInLanguage(shop, product, request.language),
    readCategories(shop),
    isGiftCard(own) ? null : readSaidFit(shop, own.id),
  ])
  const language = request.words.language.LANGUAGE
  const money = (amount: Cents) => formatMoney(amount, request.currency, rate?.rate ?? null, { language })
  const code = request.currency === charging.currency
  const named = (amount: Cents) =>
    formatMoney(amount, request.currency, rate?.rate ?? null, { code, language })
  const before = reducedFrom(product)
  const [tariff, salesAreFinal, prior] = await Promise.all([
    currentTariff(shop),
    readSalesAreFinal(shop),
    reducedFrom(own) === null ? null : readPriorPrice(shop, product.id, request.currency),
  ])
  const drops = saleToCome(own, shop, request.words)
  const [room, early] = await Promise.all([findRoomBefore(shop, own.id), findEarlyDrop(shop, own.id)])
  const days = tariff.zones ? shopDays(tariff.zones) : null
  const props: ProductPageProps = {
    frame: await frameProps(shop, request),
    product: {
      ...productView(shop, own, {
        price: named(product.price),
        money: named,
        chart,
        categories,
        words: request.words,
      }),
      ...(sale !== null && { sale: sale.names.join(', ') }),
      ...(!code && {
        charged: request.words.cart.chargedAs(amountIn(language, product.price), chargedName(language)),
      }),
      ...(before !== null && { before: money(before) }),
      ...(drops !== null && { drops }),
      ...(early !== null && {
        early: {
          handle: early.handle,
          isIn: request.words.drop.earlyIn,
          link: request.words.drop.toEarlyAccess,
        },
      }),
      ...(room !== null && { room: roomNote(room, request.words) }),
      ...(prior !== null && { prior: money(prior) }),
      ...(days !== null && !isGiftCard(own) && { days }),
      ...(!salesAreFinal && { notFinal: true as const }),
      ...(siblings.length > 0 && {
        color: product.color,
        siblings: siblings.map(({ id, name, color }) => ({ id, label: color || name })),
      }),
    },
    failed: false,
    served: {
      related: related.map((other) => productCard(shop.images, other, money, request.words)),
      ...(fit !== null && { fit }),
    },
    rate: { rate: rate?.rate ?? null, asOf: rate?.asOf ?? null },
  }
  const { words } = request
  const shopName = await readShopName(shop)
  const facts = { tariff, categories, salesAreFinal, shopName, words, sale, fit }
  const head = productHead(shop, product, facts, `/product/${product.id}`)
  return { head, props, ...(isGiftCard(own) && { screen: GIFT_SCREEN }) }
}

function productHead(shop: Shop, product: Product, facts: ProductFacts, canonical: string): PageHead {
  const [first] = product.pictures
  return {
    title: facts.words.frame.pageTitle(product.searchTitle || product.name),
    description: product.searchDescription.replace(/\s+/g, ' ') || summary(product, facts),
    canonical,
    product: {
      id: product.id,
      price: product.price,
      inStock: !isOutOfStock(product) && isOnSale(product, shop.now()),
    },
    structured: productData(shop, product, facts),
    ...(first && { picture: listedPicture(shop.images, first) }),
  }
}

/** When a product will be sold that is seen before; null: it is on sale. */
function saleToCome(
  { soldFrom }: Product,
  { now, settings: { timeZone } }: Shop,
  { language: { LANGUAGE }, drop: words }: Words,
): NonNullable<ProductView['drops']> | null {
  if (soldFrom === null || soldFrom <= now()) return null
  return { at: soldFrom, words: words.dropsAt(momentWords(soldFrom, LANGUAGE, timeZone)) }
}

function productView(
  shop: Shop,
  product: Product,
  {
    price,
    money,
    chart,
    categories,
    words,
  }: {
    price: string
    money: (amount: Cents) => string
    chart: SizeChart
    categories: readonly ShopCategory[]
    words: Words
  },
): ProductView {
  const gift = parseGiftAmounts(product.giftAmounts)
  const set = gift === null ? categorySizes(categories, product.category) : []
  return {
    ...pick(product, SHOWN_AS_STORED),
    price: gift === null ? price : words['gift-card'].from(price),
    ...(gift !== null && {
      gift: {
        ...gift,
        prices: gift.set.map(money),
        timeZone: shop.settings.timeZone,
      },
    }),
    priceCad: dollars(product.price),
    sizes: shownSizes(product, set).map((size) => {
      const available = unitsLeft(product, size) !== 0
      const day = available ? preorderDay(product.sizes.find((one) => one.size === size)) : null
      return { size, available, ...(day !== null && { preorder: words.preorder.ships(day) }) }
    }),
    oneSize: oneSizeWords(product, set, words.product),
    sizeChart: gift === null && hasMeasurements(chart) ? sizeChartView(chart, words.language.LANGUAGE) : null,
    pictures: product.pictures.map((picture) => pictureView(shop.images, picture)),
    outOfStock: isOutOfStock(product),
    category: {
      label: categoryLabel(categories, product.category),
      href: `/shop?${new URLSearchParams({ category: product.category })}`,
    },
  }
}

/** The sizes of the category, and those that the product has kept although its category lacks them. */
function shownSizes({ sizes }: Product, set: readonly Size[]): Size[] {
  return [...set, ...sizes.map(({ size }) => size).filter((size) => !set.includes(size))]
}

/** A hoodie that is made in one size is "One size: M", a cap "One size". Null: there is a choice. */
function oneSizeWords(
  { sizes, category }: Product,
  set: readonly Size[],
  words: Words['product'],
): string | null {
  const [only] = sizes
  if (!only || sizes.length > 1) return null
  if (set.length === 1 && set.includes(only.size)) return only.size
  const isLetter = SIZES.some((size) => size === only.size)
  return category === 'Accessories' && isLetter ? words.oneSize : words.oneSizeOf(only.size)
}

const GIFT_SCREEN = { screen: 'storefront/gift-card/gift-product-page', component: GiftProductPage }

const MAX_SUMMARY_LENGTH = 155

function summary(
  { name, description }: Product,
  { shopName, words: { product: words } }: ProductFacts,
): string {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text === '')
    return hasFirstName(shopName) ? words.summary(name, shopName) : words.summaryOfAny(name, shopName)
  if (text.length <= MAX_SUMMARY_LENGTH) return text
  const wordEnd = text.lastIndexOf(' ', MAX_SUMMARY_LENGTH)
  return `${text.slice(0, wordEnd > 0 ? wordEnd : MAX_SUMMARY_LENGTH)} …`
}

/** The way to the pieces of a drop that are sold in turn, or drawn. */
function roomNote({ handle, draw }: Pick<Drop, 'handle' | 'draw'>, words: Words): RoomNoteProps {
  const { soldInTurn, toTheRoom } = words['drop-room']
  if (draw === null) return { handle, words: soldInTurn, link: toTheRoom }
  return { handle, to: 'draw', words: words.draw.byLot, link: words.draw.toTheDraw }
}
