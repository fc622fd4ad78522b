import { chargedName } from '#domain/currency.ts'
import type { FeedScope } from '#domain/catalog/feed.ts'
import { pathInLanguage } from '#domain/path-in-language.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import type { Shop } from '#operations/shop.ts'
import { startOfPages, wordsIn } from '#words/languages.ts'
import { feedRows, type FeedRow } from './feed-rows.server.ts'
import { townOfShop } from './shop-town.ts'
import { element } from './xml.ts'

/**
 * Every product on sale in every size, as RSS 2.0 with the tags of Google Merchant Center, which other platforms read
 * too.
 */
export async function* productFeed(shop: Shop, scope: FeedScope): AsyncGenerator<string> {
  const { LANGUAGE } = wordsIn(shop, scope.language).language
  const pages = pathInLanguage(startOfPages(shop, scope.language), '/shop')
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${element('title', await readShopName(shop))}
${element('link', shop.settings.publicUrl + pages)}
${element('description', await feedDescription(shop, scope))}
${element('language', LANGUAGE.toLowerCase())}
`
  for await (const rows of feedRows(shop, scope)) yield rows.map(item).join('')
  yield '</channel>\n</rss>\n'
}

async function feedDescription(shop: Shop, { language }: FeedScope): Promise<string> {
  const { language: own, 'search-engines': said } = wordsIn(shop, language)
  const shopName = await readShopName(shop)
  const currency = chargedName(own.LANGUAGE)
  const town = townOfShop(await currentTariff(shop), shopName)
  return town === null ? said.feedDescriptionOf(shopName, currency) : said.feedDescription(town, currency)
}

function item(row: FeedRow): string {
  const { inStock, shipsOn, size, sku, gtin, salePrice, saleTime } = row
  const tags = [
    element('g:id', row.id),
    element('g:title', row.title),
    element('g:availability', !inStock ? 'out_of_stock' : shipsOn === null ? 'in_stock' : 'preorder'),
    ...optionalTag('g:availability_date', inStock && shipsOn !== null ? `${shipsOn}T00:00Z` : ''),
    ...optionalTag('g:item_group_id', row.group),
    ...optionalTag('g:size', size ?? ''),
    ...optionalTag('g:gtin', gtin),
    ...optionalTag('g:mpn', sku),
    ...(gtin === '' && sku === '' ? [element('g:identifier_exists', 'no')] : []),
    element('g:description', row.description),
    element('g:link', row.link),
    ...optionalTag('g:image_link', row.picture),
    ...row.morePictures.map((one) => element('g:additional_image_link', one)),
    element('g:price', row.price),
    ...optionalTag('g:sale_price', salePrice),
    ...optionalTag('g:sale_price_effective_date', saleTime?.map(minute).join('/') ?? ''),
    element('g:brand', row.brand),
    element('g:condition', 'new'),
    ...optionalTag('g:color', row.color),
    ...optionalTag('g:gender', row.gender),
    ...optionalTag('g:age_group', row.ageGroup),
    ...optionalTag('g:shipping_weight', row.weight),
    element('g:google_product_category', row.googleCategory),
    element('g:product_type', row.category),
    ...row.shipping.map(
      ({ country, region = '', postal = '', price }) =>
        `<g:shipping>${[
          element('g:country', country),
          ...optionalTag('g:region', region),
          ...optionalTag('g:postal_code', postal && `${postal}*`),
          element('g:price', price),
        ].join('')}</g:shipping>`,
    ),
  ]
  return `<item>\n${tags.join('\n')}\n</item>\n`
}

/** The tag of a text, if there is one. */
function optionalTag(tag: string, text: string): string[] {
  return text === '' ? [] : [element(tag, text)]
}

/** `2026-11-27T12:00Z` */
function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`
}
