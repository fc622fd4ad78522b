import type { FeedChannel, FeedScope } from '#domain/catalog/feed.ts'
import { dataLine } from '#domain/csv.ts'
import type { Shop } from '#operations/shop.ts'
import { feedRows, type FeedRow } from './feed-rows.server.ts'

/** A channel that reads tables. */
export type TableChannel = Exclude<FeedChannel, 'google'>

type Columns = Readonly<Record<string, (row: FeedRow) => string>>

/** What Meta and TikTok call the same. Neither has a column for the postal codes of shipping. */
const COMMON = {
  title: (row) => row.title,
  description: (row) => row.description,
  availability: ({ inStock, shipsOn }) =>
    !inStock ? 'out of stock' : shipsOn === null ? 'in stock' : 'preorder',
  condition: () => 'new',
  price: (row) => row.price,
  link: (row) => row.link,
  image_link: (row) => row.picture,
  brand: (row) => row.brand,
  additional_image_link: (row) => row.morePictures.join(','),
  item_group_id: (row) => row.group,
  google_product_category: (row) => row.googleCategory,
  product_type: (row) => row.category,
  color: (row) => row.color,
  size: (row) => row.size ?? '',
  gender: (row) => row.gender,
  age_group: (row) => row.ageGroup,
  sale_price: (row) => row.salePrice,
  sale_price_effective_date: ({ saleTime }) => saleTime?.map(minute).join('/') ?? '',
  gtin: (row) => row.gtin,
  mpn: (row) => row.sku,
  shipping: (row) => shippingCell(row.shipping),
  shipping_weight: (row) => row.weight,
} as const satisfies Columns

/**
 * The columns of each channel. Meta: developers.facebook.com/docs/marketing-api/catalog/reference; TikTok:
 * ads.tiktok.com/help/article/catalog-product-parameters.
 */
const COLUMNS = {
  meta: { id: (row) => row.id, ...COMMON, origin_country: (row) => row.origin },
  tiktok: { sku_id: (row) => row.id, ...COMMON },
} as const satisfies Record<TableChannel, Columns>

/** Every product on sale in every size, as the table that a channel reads. */
export async function* channelFeed(
  shop: Shop,
  channel: TableChannel,
  scope: FeedScope,
): AsyncGenerator<string> {
  const columns: Columns = COLUMNS[channel]
  const cells = Object.values(columns)
  yield dataLine(Object.keys(columns))
  for await (const rows of feedRows(shop, scope))
    yield rows.map((row) => dataLine(cells.map((cell) => cell(row).replaceAll('\0', '')))).join('')
}

/**
 * `CA::Standard:9.99 CAD,US:NY:Standard:15.00 CAD`: a country, one of its regions or none, a service, a price. Parts of
 * a country by postal code are its dearest one.
 */
function shippingCell(shipping: FeedRow['shipping']): string {
  const prices = new Map<string, string>()
  for (const { country, region = '', price } of shipping) {
    const place = `${country}:${region}`
    const known = prices.get(place)
    if (known === undefined || Number.parseFloat(known) < Number.parseFloat(price)) prices.set(place, price)
  }
  return Array.from(prices, ([place, price]) => `${place}:Standard:${price}`).join(',')
}

/** `2026-11-27T12:00+00:00` */
function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}+00:00`
}
