import { giftCardFields, parseGiftAmounts } from '#domain/catalog/gift-amounts.ts'
import { COLUMN_FIELDS } from '#domain/catalog/product-fields.ts'
import type { Product } from '#domain/catalog/product.ts'
import { stockOfSizes } from '#domain/catalog/size.ts'
import type { CsvCell } from '#domain/csv.ts'
import { decimalDollars } from '#domain/money.ts'
import { htmlOfText } from './html-text.ts'
import { ownHeading } from './listing.ts'

const OWN = [
  'publishedFrom',
  'soldFrom',
  'publishedUntil',
  'styleNumber',
  'hsCode',
  'origin',
  'giftAmounts',
  'sizeChart',
] as const

/** The headings of the products as a file, in Shopify's newer format, with columns of this shop's own after them. */
export const SHOPIFY_HEAD: readonly string[] = [
  ...`Title,URL handle,Description,Type,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,
    Compare-at price,Charge tax,Inventory tracker,Inventory quantity,Continue selling when out of stock,
    Weight value (grams),Requires shipping,Product image URL,Image position,Image alt text,Gift card,SEO title,
    SEO description,Color (product.metafields.shopify.color-pattern),Google Shopping / Gender,
    Google Shopping / Age group`.split(/,\s*/),
  ownHeading('Bin', 'bin'),
  ownHeading('Stock of all sizes', 'stock'),
  ...OWN.map((field) => ownHeading(COLUMN_FIELDS[field].label, field)),
]

/** The rows of a product: one for each size and each picture, those of the product itself in the first. */
export function shopifyRows(
  product: Product,
  { category, addressOf }: { category: string; addressOf: (key: string, width: number) => string },
): CsvCell[][] {
  const amounts = product.giftAmounts === '' ? null : parseGiftAmounts(product.giftAmounts)
  const sizes = amounts === null ? product.sizes : giftCardFields(amounts).sizes
  const count = Math.max(1, sizes.length, product.pictures.length)
  const own = OWN.map((field) => {
    const value = product[field]
    return typeof value === 'number' ? new Date(value).toISOString() : value
  })
  const stock = stockOfSizes(product.sizes) === null ? product.stock : null
  return Array.from({ length: count }, (_, at) => {
    const isFirst = at === 0
    const once = <Cell extends CsvCell>(cell: Cell) => (isFirst ? cell : null)
    const size = sizes[at]
    const codes = size && product.codes.find((one) => one.size === size.size)
    const isVariant = isFirst || size !== undefined
    const ofVariant = <Cell extends CsvCell>(cell: Cell) => (isVariant ? cell : null)
    const picture = product.pictures[at]
    const price = amounts !== null && size ? Number(size.size).toFixed(2) : decimalDollars(product.price)
    return [
      once(product.name),
      product.id,
      once(htmlOfText(product.description)),
      once(category),
      once(product.draft ? 'false' : 'true'),
      once(product.draft ? 'draft' : 'active'),
      codes?.sku ?? null,
      codes?.barcode ?? null,
      once(sizes.length > 0 ? 'Size' : null),
      size?.size ?? null,
      ofVariant(price),
      ofVariant(product.compareAt === null ? null : decimalDollars(product.compareAt)),
      ofVariant(product.taxFree ? 'false' : 'true'),
      size?.stock == null ? null : 'shopify',
      size?.stock ?? null,
      ofVariant('deny'),
      ofVariant(product.weight),
      ofVariant(product.giftAmounts === '' ? 'true' : 'false'),
      picture ? addressOf(picture.key, picture.width) : null,
      picture ? at + 1 : null,
      picture?.alt ?? null,
      once(product.giftAmounts === '' ? 'false' : 'true'),
      once(product.searchTitle),
      once(product.searchDescription),
      once(product.color),
      once(product.gender),
      once(product.ageGroup),
      codes?.bin ?? null,
      once(stock),
      ...own.map(once),
    ]
  })
}
