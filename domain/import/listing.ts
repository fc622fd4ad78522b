import type { TypedRow } from '#domain/csv.ts'
import { cellAt, placesOf, plainHeading } from './table-columns.ts'

/** What keeps a row or a product out, or what an owner should know of it. `column`: its heading in the file. */
export interface ImportNote {
  line: number
  column: string
  message: string
}

/** A size or colour of a product as another shop lists it. Texts are as in the file. */
export interface ListedVariant {
  line: number
  options: { name: string; value: string }[]
  sku: string
  barcode: string
  bin: string
  price: string
  compareAt: string
  isTaxed: boolean
  /** Undefined: the file says nothing of stock. Null: not tracked. */
  stock: string | null | undefined
  isOversold: boolean
  weight: { value: string; unit: string }
  picture: string
}

/** A product as another shop lists it, before the mapping. */
export interface ListedProduct {
  line: number
  /** Empty: the file gives none. */
  handle: string
  name: string
  html: string
  category: string
  tags: string[]
  isPublished: boolean
  isGiftCard: boolean
  color: string
  gender: string
  ageGroup: string
  searchTitle: string
  searchDescription: string
  /** The units of all its variants together, where the file counts only those. */
  sharedStock: string
  /** Columns that only an export of a shop like this has, by the name of the field. */
  own: Readonly<Record<string, string>>
  variants: ListedVariant[]
  pictures: { address: string; alt: string; line: number }[]
}

/** A kind of file with products, found by its headings. */
export type ListingFormat = 'shopify' | 'woocommerce'

type ColumnName = keyof typeof SHOPIFY | keyof typeof WOOCOMMERCE

/** Where the columns of a file are. `keys`: what the rows of one product have in common. */
export interface ListingColumns {
  format: ListingFormat
  headings: readonly string[]
  at: ReadonlyMap<string, number>
}

/** Shopify's headings, the newer one first. */
const SHOPIFY = {
  handle: ['URL handle', 'Handle'],
  name: ['Title'],
  html: ['Description', 'Body (HTML)'],
  type: ['Type', 'Custom Product Type'],
  category: ['Product category', 'Standard Product Type', 'Standardized Product Type'],
  tags: ['Tags'],
  published: ['Published on online store', 'Published'],
  status: ['Status'],
  option1: ['Option1 name'],
  value1: ['Option1 value'],
  option2: ['Option2 name'],
  value2: ['Option2 value'],
  option3: ['Option3 name'],
  value3: ['Option3 value'],
  sku: ['SKU', 'Variant SKU'],
  barcode: ['Barcode', 'Variant Barcode'],
  price: ['Price', 'Variant Price'],
  compareAt: ['Compare-at price', 'Variant Compare At Price'],
  taxed: ['Charge tax', 'Variant Taxable'],
  tracker: ['Inventory tracker', 'Variant Inventory Tracker'],
  stock: ['Inventory quantity', 'Variant Inventory Qty'],
  oversold: ['Continue selling when out of stock', 'Variant Inventory Policy'],
  weight: ['Weight value (grams)', 'Variant Grams'],
  image: ['Product image URL', 'Image Src'],
  alt: ['Image alt text'],
  variantImage: ['Variant image URL', 'Variant Image'],
  giftCard: ['Gift card'],
  searchTitle: ['SEO title'],
  searchDescription: ['SEO description'],
  color: ['Color (product.metafields.shopify.color-pattern)'],
  gender: ['Google Shopping / Gender'],
  ageGroup: ['Google Shopping / Age group'],
} as const

/** WooCommerce's headings, in English and in German. */
const WOOCOMMERCE = {
  id: ['ID'],
  kind: ['Type', 'Typ'],
  sku: ['SKU', 'Artikelnummer'],
  barcode: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN oder ISBN'],
  name: ['Name'],
  published: ['Published', 'Veröffentlicht'],
  brief: ['Short description', 'Kurzbeschreibung'],
  html: ['Description', 'Beschreibung'],
  taxed: ['Tax status', 'Steuerstatus'],
  stock: ['Stock', 'Lager', 'Bestand'],
  oversold: ['Backorders allowed?', 'Lieferrückstand erlaubt?'],
  salePrice: ['Sale price', 'Angebotspreis'],
  price: ['Regular price', 'Regulärer Preis'],
  category: ['Categories', 'Kategorien'],
  tags: ['Tags', 'Schlagwörter'],
  image: ['Images', 'Bilder'],
  parent: ['Parent', 'Übergeordnetes Produkt'],
} as const

const WOO_ATTRIBUTE = /^(?:attribute|attribut) (\d+) (name|value\(s\)|wert\(e\)|default)$/
const WOO_WEIGHT = /^(?:weight|gewicht) \((kg|g|lbs|oz)\)$/
const OWN_FIELD = /\(product\.metafields\.redemption\.(\w+)\)$/

/** What an export of a shop like this calls a column that Shopify does not have. */
export function ownHeading(label: string, field: string): string {
  return `${label} (product.metafields.redemption.${field})`
}

/** Finds by its headings what a file of products is; null when it is none. */
export function findListing(headings: readonly string[]): ListingColumns | null {
  const known = headings.map(plainHeading)
  const has = (...wanted: string[]) => wanted.every((one) => known.includes(one))
  if ((has('handle') || has('url handle')) && has('title')) {
    const own = known.flatMap((heading, at) => {
      const field = OWN_FIELD.exec(headings[at]?.trim() ?? '')?.[1]
      return field === undefined || heading === '' ? [] : [[`own ${field}`, at] as const]
    })
    return { format: 'shopify', headings, at: new Map([...placesOf(SHOPIFY, known), ...own]) }
  }
  const woo = placesOf(WOOCOMMERCE, known)
  const names = new Set(woo.map(([name]) => name))
  if (!['kind', 'name', 'price'].every((name) => names.has(name))) return null
  const more = known.flatMap((heading, at): (readonly [string, number])[] => {
    const [, number, part = ''] = WOO_ATTRIBUTE.exec(heading) ?? []
    const unit = WOO_WEIGHT.exec(heading)?.[1]
    if (unit !== undefined) return [[`weight ${unit}`, at] as const]
    if (number === undefined || part === 'default') return []
    return [[`${part === 'name' ? 'option' : 'value'}${number}`, at] as const]
  })
  return { format: 'woocommerce', headings, at: new Map([...woo, ...more]) }
}

function cellOf(columns: ListingColumns, row: TypedRow, name: ColumnName | `own ${string}`): string {
  return cellAt(columns, row, name)
}

/** What the rows of one product have in common: they follow each other, or name it as their parent. */
export function keyOfRow(columns: ListingColumns, row: TypedRow): string {
  const cell = (name: ColumnName) => cellOf(columns, row, name)
  if (columns.format === 'shopify') return cell('handle')
  if (/^variation/i.test(cell('kind'))) {
    const parent = cell('parent')
    return /^id:\d+$/.test(parent) ? parent : `sku:${parent}`
  }
  if (cell('id') !== '' && cell('kind').startsWith('variable')) return `id:${cell('id')}`
  return cell('sku') === '' ? `line:${row.line}` : `sku:${cell('sku')}`
}

/** Another key under which rows name the same product: WooCommerce's variations name its SKU or its id. */
export function otherKeyOfRow(columns: ListingColumns, row: TypedRow): string | null {
  if (columns.format === 'shopify' || !/^variable/i.test(cellOf(columns, row, 'kind'))) return null
  const sku = cellOf(columns, row, 'sku')
  return sku === '' ? null : `sku:${sku}`
}

/** Reads the rows of one product. */
export function readListed(columns: ListingColumns, rows: readonly TypedRow[]): ListedProduct {
  return columns.format === 'shopify' ? readShopify(columns, rows) : readWooCommerce(columns, rows)
}

const isYes = (text: string) => /^(true|yes|1|ja|oui|continue)$/i.test(text)

function readShopify(columns: ListingColumns, rows: readonly TypedRow[]): ListedProduct {
  const first = rows.find((row) => cellOf(columns, row, 'name') !== '') ?? rows[0]!
  const cell = (name: ColumnName) => cellOf(columns, first, name)
  const status = cell('status').toLowerCase()
  const own = [...columns.at.keys()].filter((name) => name.startsWith('own '))
  const names = (['option1', 'option2', 'option3'] as const).map((name) => cell(name))
  const variants = rows.flatMap((row): ListedVariant[] => {
    const of = (name: ColumnName | `own ${string}`) => cellOf(columns, row, name)
    const values = (['value1', 'value2', 'value3'] as const).map(of)
    if (values.every((value) => value === '') && of('price') === '') return []
    const tracked = columns.at.has('tracker') ? of('tracker') !== '' : of('stock') !== ''
    return [
      {
        line: row.line,
        options: values.flatMap((value, at) => (value === '' ? [] : [{ name: names[at] ?? '', value }])),
        sku: of('sku').replace(/^'/, ''),
        barcode: of('barcode').replace(/^'/, ''),
        bin: of('own bin'),
        price: of('price'),
        compareAt: of('compareAt'),
        isTaxed: !columns.at.has('taxed') || isYes(of('taxed')),
        stock: columns.at.has('stock') ? (tracked ? of('stock') : null) : undefined,
        isOversold: isYes(of('oversold')),
        weight: { value: of('weight'), unit: 'g' },
        picture: of('variantImage'),
      },
    ]
  })
  return {
    line: first.line,
    handle: cell('handle'),
    name: cell('name'),
    html: cell('html'),
    category: cell('type') || lastPart(cell('category')),
    tags: listOf(cell('tags')),
    isPublished:
      status === '' ? !columns.at.has('published') || isYes(cell('published')) : status === 'active',
    isGiftCard: isYes(cell('giftCard')),
    color: cell('color'),
    gender: cell('gender'),
    ageGroup: cell('ageGroup'),
    searchTitle: cell('searchTitle'),
    searchDescription: cell('searchDescription'),
    sharedStock: '',
    own: Object.fromEntries(
      own.map((name) => [name.slice('own '.length), cellOf(columns, first, name as `own ${string}`)]),
    ),
    variants,
    pictures: rows.flatMap((row) => {
      const address = cellOf(columns, row, 'image')
      return address === '' ? [] : [{ address, alt: cellOf(columns, row, 'alt'), line: row.line }]
    }),
  }
}

/** More of all attributes with each other is no product, and more than the memory holds. */
const MAX_COMBINATIONS = 3_000

function readWooCommerce(columns: ListingColumns, rows: readonly TypedRow[]): ListedProduct {
  const first = rows.find((row) => !/^variation/i.test(cellOf(columns, row, 'kind'))) ?? rows[0]!
  const cell = (name: ColumnName) => cellOf(columns, first, name)
  const isVariable = /^variable/i.test(cell('kind'))
  const variations = rows.filter((row) => row !== first)
  const options = (row: TypedRow) =>
    [...columns.at.keys()].flatMap((key) => {
      const number = /^option(\d+)$/.exec(key)?.[1]
      if (number === undefined) return []
      const name = cellOf(columns, row, key as ColumnName)
      return name === ''
        ? []
        : [{ name, values: listOf(cellOf(columns, row, `value${number}` as ColumnName)) }]
    })
  const unit = ['kg', 'g', 'lbs', 'oz'].find((one) => columns.at.has(`weight ${one}`)) ?? 'kg'
  const variant = (row: TypedRow, chosen: ListedVariant['options']): ListedVariant => {
    const of = (name: ColumnName) => cellOf(columns, row, name)
    const sale = of('salePrice')
    return {
      line: row.line,
      options: chosen,
      sku: row === first && /^variable/i.test(of('kind')) ? '' : of('sku'),
      barcode: of('barcode'),
      bin: '',
      price: sale || of('price'),
      compareAt: sale === '' ? '' : of('price'),
      isTaxed: !/^(none|keine)$/i.test(of('taxed')),
      stock: columns.at.has('stock') ? of('stock') || null : undefined,
      isOversold: /^(1|notify|yes)$/i.test(of('oversold')),
      weight: { value: cellOf(columns, row, `weight ${unit}` as ColumnName), unit },
      picture: listOf(of('image'))[0] ?? '',
    }
  }
  // A variable product whose variations the file does not have: all of its attributes with each other.
  const every = options(first).reduce<ListedVariant['options'][]>(
    (all, { name, values }) =>
      values.length * all.length > MAX_COMBINATIONS
        ? []
        : values.length === 0
          ? all
          : all.flatMap((one) => values.map((value) => [...one, { name, value }])),
    [[]],
  )
  const variants =
    variations.length > 0
      ? variations.map((row) =>
          variant(
            row,
            options(row).flatMap(({ name, values: [value = ''] }) => (value === '' ? [] : [{ name, value }])),
          ),
        )
      : isVariable
        ? every.map((chosen) => ({ ...variant(first, chosen), stock: null }))
        : [variant(first, [])]
  const inherited = variant(first, [])
  return {
    line: first.line,
    handle: '',
    name: cell('name'),
    html: cell('html') || cell('brief'),
    category: lastPart(listOf(cell('category'))[0] ?? ''),
    tags: listOf(cell('tags')),
    isPublished: cell('published') === '1',
    isGiftCard: false,
    color: '',
    gender: '',
    ageGroup: '',
    searchTitle: '',
    searchDescription: '',
    sharedStock: isVariable && variations.length === 0 ? cell('stock') : '',
    own: {},
    variants: variants.map((one) => ({
      ...one,
      ...(one.price === '' && { price: inherited.price, compareAt: inherited.compareAt }),
      ...(one.weight.value === '' && { weight: inherited.weight }),
    })),
    pictures: listOf(cell('image')).map((address) => ({ address, alt: '', line: first.line })),
  }
}

/** A list with commas; a backslash before a comma keeps it in its entry. */
function listOf(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((one) => one.replaceAll('\\,', ',').trim())
    .filter(Boolean)
}

function lastPart(path: string): string {
  return path.split('>').at(-1)?.trim() ?? ''
}
