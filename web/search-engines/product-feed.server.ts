import { decimalDollars, type Cents } from '#domain/money.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { CATEGORIES, type Category } from '#domain/catalogue/category.ts'
import type { Product } from '#domain/catalogue/product.ts'
import type { Shop } from '#operations/shop.ts'
import { LANGUAGE } from '#words/language.ts'
import * as words from '#words/search-engines.ts'
import { cataloguePages } from './catalogue-pages.server.ts'
import { listedPicture } from './listed-picture.server.ts'
import { productVariants, type ProductVariant } from './product-variants.ts'
import { absoluteUrl, productPath } from './shop-address.ts'
import { element } from './xml.ts'

/** Length and count limits of Google's product data specification. */
const LONGEST_TITLE = 150
const LONGEST_DESCRIPTION = 5_000
const MOST_MORE_PICTURES = 10

/** The shop's categories in Google's product taxonomy. */
const GOOGLE_CATEGORIES: Record<Category, string> = {
  'T-Shirts': 'Apparel & Accessories > Clothing > Shirts & Tops',
  Hoodies: 'Apparel & Accessories > Clothing > Shirts & Tops',
  Accessories: 'Apparel & Accessories > Clothing Accessories',
  Pants: 'Apparel & Accessories > Clothing > Pants',
}

/**
 * Every product on sale in every size, as RSS 2.0 with the tags of Google Merchant Center, which other platforms read
 * too.
 */
export async function* productFeed(shop: Shop): AsyncGenerator<string> {
  const { publicUrl } = shop.settings
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${element('title', words.brand)}
${element('link', `${publicUrl}/shop`)}
${element('description', words.feedDescription)}
${element('language', LANGUAGE.toLowerCase())}
`
  for await (const products of cataloguePages(shop.catalog)) {
    yield products.map((product) => productItems(shop, product)).join('')
  }
  yield '</channel>\n</rss>\n'
}

function productItems({ images, settings: { publicUrl } }: Shop, product: Product): string {
  const { id, name, category } = product
  const [picture, ...more] = product.pictures.map((one) =>
    absoluteUrl(publicUrl, listedPicture(images, one).url),
  )
  const alike = [
    element('g:description', (product.description || name).slice(0, LONGEST_DESCRIPTION)),
    element('g:link', absoluteUrl(publicUrl, productPath(id))),
    ...(picture === undefined ? [] : [element('g:image_link', picture)]),
    ...more.slice(0, MOST_MORE_PICTURES).map((one) => element('g:additional_image_link', one)),
    element('g:price', canadian(product.price)),
    element('g:brand', words.brand),
    element('g:condition', 'new'),
    element('g:identifier_exists', 'no'),
    element('g:google_product_category', GOOGLE_CATEGORIES[category]),
    element('g:product_type', CATEGORIES.find(({ value }) => value === category)?.label ?? category),
    `<g:shipping>${element('g:country', 'CA')}${element('g:price', canadian(TARIFF.shipping))}</g:shipping>`,
  ].join('\n')
  return productVariants(product)
    .map((variant) => `<item>\n${ownTags(product, variant)}\n${alike}\n</item>\n`)
    .join('')
}

function ownTags({ id, name }: Product, { sku, size, inStock }: ProductVariant): string {
  const ending = size === null ? '' : `, ${size}`
  return [
    element('g:id', sku),
    element('g:title', name.slice(0, LONGEST_TITLE - ending.length) + ending),
    element('g:availability', inStock ? 'in_stock' : 'out_of_stock'),
    ...(size === null ? [] : [element('g:item_group_id', id), element('g:size', size)]),
  ].join('\n')
}

function canadian(amount: Cents): string {
  return `${decimalDollars(amount)} CAD`
}
