import {
  listedCountries,
  listedShipping,
  type ListedShipping,
} from '#domain/checkout/shipping/listed-shipping.ts'
import { categoryLabel } from '#domain/catalog/category-label.ts'
import { CATEGORIES, type Category, type ShopCategory } from '#domain/catalog/category.ts'
import type { FeedScope } from '#domain/catalog/feed.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { reducedFrom, type Product } from '#domain/catalog/product.ts'
import { charging } from '#domain/charged-currency.ts'
import { decimalDollars, type Cents } from '#domain/money.ts'
import { pathInLanguage } from '#domain/path-in-language.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import { offeredProduct } from '#domain/promotions/sale-price.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { startOfPages } from '#words/languages.ts'
import { catalogPages } from './catalog-pages.server.ts'
import { listedPicture } from './listed-picture.server.ts'
import { productVariants, variantGroup, type ProductVariant } from './product-variants.server.ts'
import { absoluteUrl, productPath } from './shop-address.ts'

/** Length and count limits that all channels take: those of Google's product data specification. */
const MAX_TITLE_LENGTH = 150
const MAX_DESCRIPTION_LENGTH = 5_000
const MAX_MORE_PICTURES = 10
/** How many places a row lists shipping to. */
export const MAX_PLACES = 100

/**
 * The categories that the shop starts with, in Google's product taxonomy. For others, and for one that was renamed, it
 * has to find a closer one.
 */
const GOOGLE_CATEGORIES: Partial<Record<Category, string>> = {
  'T-Shirts': 'Apparel & Accessories > Clothing > Shirts & Tops',
  Hoodies: 'Apparel & Accessories > Clothing > Shirts & Tops',
  Accessories: 'Apparel & Accessories > Clothing Accessories',
  Pants: 'Apparel & Accessories > Clothing > Pants',
}

const ANY_CLOTHES = 'Apparel & Accessories'

/** A product in one size, as a feed lists it. An empty text: there is none. */
export interface FeedRow extends Omit<ProductVariant, 'key' | 'gtin'> {
  id: string
  /** Empty: the product has no sizes. */
  group: string
  title: string
  description: string
  link: string
  picture: string
  morePictures: string[]
  /** With the code of the currency; before the reduction, if there is one. */
  price: string
  salePrice: string
  /** When the reduction holds, where it is known, as epoch milliseconds. */
  saleTime: readonly [number, number] | null
  brand: string
  color: string
  gender: string
  ageGroup: string
  gtin: string
  /** Of one unit, such as `780 g`. */
  weight: string
  origin: string
  googleCategory: string
  category: string
  shipping: (Omit<ListedShipping, 'price'> & { price: string })[]
}

/** What is the same for every row of a feed. */
interface FeedFacts {
  tariff: Awaited<ReturnType<typeof currentTariff>>
  categories: readonly ShopCategory[]
  /** As owners called them in the shop's own language. */
  ownCategories: readonly ShopCategory[]
  shopName: string
  promotions: readonly Promotion[]
  linkTo: (path: string) => string
}

/** The countries that a feed may be for. */
export async function feedCountries(shop: Shop): Promise<string[]> {
  return listedCountries(await currentTariff(shop))
}

/** Every product on sale in every size, as the texts of a language, a batch of products at a time. */
export async function* feedRows(shop: Shop, { language, country }: FeedScope): AsyncGenerator<FeedRow[]> {
  const shown = shopInLanguage(shop, language)
  const start = startOfPages(shop, language)
  const facts: FeedFacts = {
    tariff: await currentTariff(shop),
    categories: await readCategories(shown),
    ownCategories: await readCategories(shop),
    shopName: await readShopName(shown),
    promotions: (await currentSetting(shop, PROMOTIONS)).promotions,
    linkTo: (path) => absoluteUrl(shop.settings.publicUrl, pathInLanguage(start, path)),
  }
  for await (const products of catalogPages(shown.catalog)) {
    // A gift card has several prices, and nothing to ship.
    const goods = products.filter((product) => !isGiftCard(product))
    yield goods.flatMap((product) => productRows(shop, product, facts, country))
  }
}

function productRows(
  { images, now, settings: { publicUrl } }: Shop,
  own: Product,
  { tariff, categories, ownCategories, shopName, promotions, linkTo }: FeedFacts,
  country: string | null,
): FeedRow[] {
  const { offered: product, sale } = offeredProduct(own, promotions, now())
  const { id, name, category } = product
  const everywhere = listedShipping(tariff, product, MAX_PLACES)
  const shipping = country === null ? everywhere : everywhere.filter((one) => one.country === country)
  // What cannot be sent to a country is not offered there.
  if (country !== null && shipping.length === 0) return []
  const before = reducedFrom(product)
  const [picture = '', ...more] = product.pictures.map((one) =>
    absoluteUrl(publicUrl, listedPicture(images, one).url),
  )
  const common = {
    description: (product.description || name).slice(0, MAX_DESCRIPTION_LENGTH),
    link: linkTo(productPath(id)),
    picture,
    morePictures: more.slice(0, MAX_MORE_PICTURES),
    price: withCode(before ?? product.price),
    salePrice: before === null ? '' : withCode(product.price),
    saleTime: sale?.until == null ? null : ([sale.from ?? now(), sale.until] as const),
    brand: shopName,
    color: product.color,
    gender: product.gender,
    ageGroup: product.ageGroup,
    weight: product.weight === null ? '' : `${product.weight} g`,
    origin: product.origin,
    googleCategory: googleCategory(ownCategories, category),
    category: categoryLabel(categories, category),
    shipping: shipping.map((one) => ({ ...one, price: withCode(one.price) })),
  }
  return productVariants(product, now()).map(({ key, gtin, ...variant }) => {
    const ending = variant.size === null ? '' : `, ${variant.size}`
    return {
      ...common,
      ...variant,
      id: key,
      group: variant.size === null ? '' : variantGroup(product),
      title: name.slice(0, MAX_TITLE_LENGTH - ending.length) + ending,
      gtin: gtin ?? '',
    }
  })
}

function googleCategory(categories: readonly ShopCategory[], category: Category): string {
  const isRenamed = categoryLabel(categories, category) !== categoryLabel(CATEGORIES, category)
  return (isRenamed ? undefined : GOOGLE_CATEGORIES[category]) ?? ANY_CLOTHES
}

function withCode(amount: Cents): string {
  return `${decimalDollars(amount)} ${charging.currency}`
}
