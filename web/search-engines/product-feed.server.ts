import { chargedName } from '#domain/currency.ts'
import { charging } from '#domain/charged-currency.ts'
import { decimalDollars, type Cents } from '#domain/money.ts'
import { listedShipping } from '#domain/checkout/shipping/listed-shipping.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { categoryLabel } from '#domain/catalog/category-label.ts'
import { CATEGORIES, type Category, type ShopCategory } from '#domain/catalog/category.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { reducedFrom, type Product } from '#domain/catalog/product.ts'
import { offeredProduct } from '#domain/promotions/sale-price.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import type { Shop } from '#operations/shop.ts'
import { ownLanguage, wordsIn } from '#words/languages.ts'
import { catalogPages } from './catalog-pages.server.ts'
import { listedPicture } from './listed-picture.server.ts'
import { productVariants, variantGroup, type ProductVariant } from './product-variants.server.ts'
import { absoluteUrl, productPath } from './shop-address.ts'
import type { Words } from '#words/languages.ts'
import { townOfShop } from './shop-town.ts'
import { element } from './xml.ts'

/** Length and count limits of Google's product data specification. */
const MAX_TITLE_LENGTH = 150
const MAX_DESCRIPTION_LENGTH = 5_000
const MAX_MORE_PICTURES = 10
const MAX_PLACES = 100

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

/**
 * Every product on sale in every size, as RSS 2.0 with the tags of Google Merchant Center, which other platforms read
 * too.
 */
export async function* productFeed(shop: Shop): AsyncGenerator<string> {
  const { publicUrl } = shop.settings
  const words = wordsIn(shop, ownLanguage(shop))
  const facts = {
    tariff: await currentTariff(shop),
    categories: await readCategories(shop),
    shopName: await readShopName(shop),
    promotions: (await currentSetting(shop, PROMOTIONS)).promotions,
  }
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${element('title', facts.shopName)}
${element('link', `${publicUrl}/shop`)}
${element('description', feedDescription(facts, words))}
${element('language', words.language.LANGUAGE.toLowerCase())}
`
  for await (const products of catalogPages(shop.catalog)) {
    // A gift card has several prices, and nothing to ship.
    const goods = products.filter((product) => !isGiftCard(product))
    yield goods.map((product) => productItems(shop, product, facts)).join('')
  }
  yield '</channel>\n</rss>\n'
}

function feedDescription({ tariff, shopName }: FeedFacts, words: Words): string {
  const said = words['search-engines']
  const currency = chargedName(words.language.LANGUAGE)
  const town = townOfShop(tariff, shopName)
  return town === null ? said.feedDescriptionOf(shopName, currency) : said.feedDescription(town, currency)
}

/** What is the same for every product of the feed. */
interface FeedFacts {
  tariff: Tariff
  categories: readonly ShopCategory[]
  shopName: string
  promotions: readonly Promotion[]
}

function productItems(
  { images, now, settings: { publicUrl } }: Shop,
  own: Product,
  { tariff, categories, shopName, promotions }: FeedFacts,
): string {
  const { offered: product, sale } = offeredProduct(own, promotions, now())
  const { id, name, category } = product
  const shipping = listedShipping(tariff, product, MAX_PLACES)
  const before = reducedFrom(product)
  const [picture, ...more] = product.pictures.map((one) =>
    absoluteUrl(publicUrl, listedPicture(images, one).url),
  )
  const commonTags = [
    element('g:description', (product.description || name).slice(0, MAX_DESCRIPTION_LENGTH)),
    element('g:link', absoluteUrl(publicUrl, productPath(id))),
    ...(picture === undefined ? [] : [element('g:image_link', picture)]),
    ...more.slice(0, MAX_MORE_PICTURES).map((one) => element('g:additional_image_link', one)),
    element('g:price', withCode(before ?? product.price)),
    ...(before === null ? [] : [element('g:sale_price', withCode(product.price))]),
    ...(sale?.until == null
      ? []
      : [element('g:sale_price_effective_date', [sale.from ?? now(), sale.until].map(minute).join('/'))]),
    element('g:brand', shopName),
    element('g:condition', 'new'),
    ...optionalTag('g:color', product.color),
    ...optionalTag('g:gender', product.gender),
    ...optionalTag('g:age_group', product.ageGroup),
    ...optionalTag('g:shipping_weight', product.weight === null ? '' : `${product.weight} g`),
    element('g:google_product_category', googleCategory(categories, category)),
    element('g:product_type', categoryLabel(categories, category)),
    ...shipping.map(
      ({ country, region = '', postal = '', price }) =>
        `<g:shipping>${[
          element('g:country', country),
          ...optionalTag('g:region', region),
          ...optionalTag('g:postal_code', postal && `${postal}*`),
          element('g:price', withCode(price)),
        ].join('')}</g:shipping>`,
    ),
  ].join('\n')
  return productVariants(product, now())
    .map((variant) => `<item>\n${ownTags(product, variant)}\n${commonTags}\n</item>\n`)
    .join('')
}

function googleCategory(categories: readonly ShopCategory[], category: Category): string {
  const isRenamed = categoryLabel(categories, category) !== categoryLabel(CATEGORIES, category)
  return (isRenamed ? undefined : GOOGLE_CATEGORIES[category]) ?? ANY_CLOTHES
}

function ownTags(product: Product, { key, size, inStock, shipsOn, sku, gtin }: ProductVariant): string {
  const { name } = product
  const ending = size === null ? '' : `, ${size}`
  return [
    element('g:id', key),
    element('g:title', name.slice(0, MAX_TITLE_LENGTH - ending.length) + ending),
    element('g:availability', !inStock ? 'out_of_stock' : shipsOn === null ? 'in_stock' : 'preorder'),
    ...optionalTag('g:availability_date', inStock && shipsOn !== null ? `${shipsOn}T00:00Z` : ''),
    ...(size === null ? [] : [element('g:item_group_id', variantGroup(product)), element('g:size', size)]),
    ...optionalTag('g:gtin', gtin ?? ''),
    ...optionalTag('g:mpn', sku),
    ...(gtin === null && sku === '' ? [element('g:identifier_exists', 'no')] : []),
  ].join('\n')
}

/** The tag of a text, if there is one. */
function optionalTag(tag: string, text: string): string[] {
  return text === '' ? [] : [element(tag, text)]
}

/** `2026-11-27T12:00Z` */
function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`
}

function withCode(amount: Cents): string {
  return `${decimalDollars(amount)} ${charging.currency}`
}
