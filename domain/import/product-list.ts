import { FIELD_SCHEMAS, PRODUCT_FIELDS, PRODUCT_LIMITS } from '#domain/catalog/product-fields.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { productIdFromName } from '#domain/catalog/product-id.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import { stockOfSizes, type Size } from '#domain/catalog/size.ts'
import type { TypedRow } from '#domain/csv.ts'
import { pick } from '#domain/record-of.ts'
import * as v from 'valibot'
import type { ImportNote } from './listing.ts'
import { netOf, shortSize } from './plan-products.ts'
import { readNumber } from './read-number.ts'
import { cellAt, headingAt, placesOf, plainHeading } from './table-columns.ts'

/** Where the columns are of a file with counts or prices of products that are here. */
export interface ProductListColumns {
  format: 'product-list'
  headings: readonly string[]
  at: ReadonlyMap<string, number>
  /** Columns that each count at one location, by their places: in Shopify's older inventory. */
  locations: readonly number[]
}

/** What a column may be called: by Shopify's products and inventory, WooCommerce in English and German, and by hand. */
const COLUMNS = {
  handle: ['Handle', 'URL handle'],
  sku: ['SKU', 'Variant SKU', 'Artikelnummer', 'Item number'],
  barcode: ['Barcode', 'Variant Barcode', 'GTIN', 'EAN', 'UPC', 'GTIN, UPC, EAN, or ISBN'],
  size: ['Size', 'Option1 value', 'Größe', 'Taille'],
  value2: ['Option2 value'],
  value3: ['Option3 value'],
  location: ['Location'],
  count: [
    'Available',
    'Available (not editable)',
    'Stock',
    'Quantity',
    'Qty',
    'Count',
    'Inventory quantity',
    'Variant Inventory Qty',
    'Bestand',
    'Lager',
    'On hand',
    'On hand (current)',
  ],
  price: ['Price', 'Variant Price', 'Regular price', 'Preis', 'Regulärer Preis', 'Prix'],
  compareAt: ['Compare-at price', 'Variant Compare At Price', 'Compare at price', 'Compare-at'],
} as const

type ColumnName = keyof typeof COLUMNS

/** Tables of other things, which have some of these columns as well. */
const OTHERS = ['order', 'order number', 'email', 'delivery', 'lineitem name', 'description', 'body (html)']

/** Finds by its headings whether a file has counts or prices of products that are here; null: it does not. */
export function findProductList(headings: readonly string[]): ProductListColumns | null {
  const all = headings.map(plainHeading)
  // A location may have any name: Stock, or Delivery.
  const locations = locationsAmong(all)
  const known = all.filter((_, place) => !locations.includes(place))
  const at = new Map(placesOf(COLUMNS, known))
  const isNamed = at.has('sku') || at.has('barcode') || at.has('handle')
  if (!isNamed || OTHERS.some((one) => known.includes(one))) return null
  if (at.has('price')) {
    // A title and a price make a product of a row.
    if (known.includes('title') || known.includes('name')) return null
  } else if (locations.length === 0 && !at.has('count') && !at.has('compareAt')) return null
  return { format: 'product-list', headings, at, locations }
}

/** The places of the columns behind those that Shopify's older inventory has for every shop. */
function locationsAmong(known: readonly string[]): number[] {
  const last = known.indexOf('coo')
  if (last < 0 || !known.includes('option1 name') || known.includes('location')) return []
  return known.flatMap((heading, place) => (place > last && heading !== '' ? [place] : []))
}

/** By what a row names its product: its codes first, then its handle, with the colour where each has a product. */
export function namesInRow(columns: ProductListColumns, row: TypedRow): { codes: string[]; ids: string[] } {
  const cell = (name: ColumnName) => codeIn(columns, row, name)
  const handle = cell('handle')
  const values = optionsIn(columns, row)
  return {
    codes: [cell('sku'), cell('barcode')].filter(Boolean),
    ids:
      handle === ''
        ? []
        : [handle, ...[...values, values.join('-')].map((value) => productIdFromName(`${handle}-${value}`))],
  }
}

/** What a list changes of one product. With faults, nothing of it. */
export interface ListedEdit {
  edit: (before: Product) => ProductDraft
  faults: ImportNote[]
  notes: ImportNote[]
}

/** What the rows of one product change: the counts of its sizes, and its price. */
export function planListedEdit(
  product: Product,
  columns: ProductListColumns,
  rows: readonly TypedRow[],
  { taxPercent }: { taxPercent: number },
): ListedEdit {
  const faults: ImportNote[] = []
  const notes: ImportNote[] = []
  const note = (list: ImportNote[], line: number, name: ColumnName, message: string, place?: number) => {
    const column = place === undefined ? headingAt(columns, name) : columns.headings[place]!.trim()
    list.push({ line, column, message })
  }
  const counts = new Map<Size | null, number>()
  /** Each size with the place where it was counted. */
  const counted = new Set<string>()
  const prices: { line: number; price: number | undefined; compareAt: number | null | undefined }[] = []
  for (const row of rows) {
    const { line } = row
    const cell = (name: ColumnName) => cellAt(columns, row, name)
    for (const { count, location, column } of countsIn(columns, row)) {
      const size = sizeOf(product, columns, row)
      const sum = (counts.get(size ?? null) ?? 0) + count
      const fault = countFault(product, size, count) ?? countFault(product, size, sum)
      const place = JSON.stringify([size, location])
      if (fault !== null) {
        note(
          faults,
          line,
          size === undefined ? 'size' : 'count',
          fault,
          size === undefined ? undefined : column,
        )
        if (size === undefined) break
      } else if (counted.has(place))
        note(faults, line, 'count', `The count of ${size ?? 'this product'} is there twice.`, column)
      else counts.set(size!, sum)
      counted.add(place)
    }
    const price = readNumber(cell('price'))
    if (price === null && cell('compareAt') === '') continue
    if (isGiftCard(product)) {
      note(faults, line, 'price', 'The prices of a gift card are its amounts.')
      continue
    }
    const compareAt = columns.at.has('compareAt') ? readNumber(cell('compareAt')) : undefined
    prices.push({
      line,
      price: price === null ? undefined : netOf(price, taxPercent),
      compareAt: compareAt == null ? compareAt : netOf(compareAt, taxPercent),
    })
  }
  const given = prices.flatMap(({ line, price }) => (price === undefined ? [] : [{ line, price }]))
  const highest = given.toSorted((one, other) => other.price - one.price)[0]
  if (new Set(given.map(({ price }) => price)).size > 1)
    note(notes, highest!.line, 'price', 'Its sizes have different prices. The highest is taken.')
  for (const { line, price, compareAt } of prices) {
    if (price !== undefined && !v.is(FIELD_SCHEMAS.price, price))
      note(faults, line, 'price', 'This is not a price.')
    if (compareAt !== undefined && !v.is(FIELD_SCHEMAS.compareAt, compareAt))
      note(faults, line, 'compareAt', 'This is not a price.')
  }
  const { compareAt } = prices.find(({ line }) => line === highest?.line) ?? prices[0] ?? {}
  // What a list does not give stays as it is when its turn comes.
  const asked =
    faults.length > 0
      ? {}
      : {
          ...(highest && { price: v.parse(FIELD_SCHEMAS.price, highest.price) }),
          ...(compareAt !== undefined && { compareAt: v.parse(FIELD_SCHEMAS.compareAt, compareAt) }),
        }
  const edit = (before: Product): ProductDraft => {
    const sizes = before.sizes.map((one) => ({ ...one, stock: counts.get(one.size) ?? one.stock }))
    const stock = stockOfSizes(sizes) ?? counts.get(null) ?? before.stock
    return { ...pick(before, PRODUCT_FIELDS), ...asked, sizes, stock, codes: [] }
  }
  return { edit, faults, notes }
}

/** The counts of a row: one, or one for each of its locations. `column`: its place, where it has no name. */
function countsIn(
  columns: ProductListColumns,
  row: TypedRow,
): { count: number; location: string | number; column?: number }[] {
  const cells =
    columns.locations.length > 0
      ? columns.locations.map((column) => ({
          cell: (row.cells[column] ?? '').trim(),
          location: column,
          column,
        }))
      : [{ cell: cellAt(columns, row, 'count'), location: cellAt(columns, row, 'location') }]
  return cells.flatMap(({ cell, ...where }) => {
    const count = /^not stocked$/i.test(cell) ? null : readNumber(cell)
    return count === null ? [] : [{ count, ...where }]
  })
}

/** The size that a row counts: null the product itself, undefined none of its sizes. */
function sizeOf(
  { codes, sizes }: Product,
  columns: ProductListColumns,
  row: TypedRow,
): Size | null | undefined {
  // A barcode may be in the column of the SKUs, and the other way round.
  const given = new Set(
    (['sku', 'barcode'] as const).map((name) => codeIn(columns, row, name)).filter(Boolean),
  )
  const coded = codes.find(({ sku }) => given.has(sku)) ?? codes.find(({ barcode }) => given.has(barcode))
  if (coded !== undefined) return coded.size
  const values = optionsIn(columns, row)
  const named = values.map((value) =>
    sizes.find(({ size }) =>
      [value, shortSize(value)].some((one) => one?.toLowerCase() === size.toLowerCase()),
    ),
  )
  const found = named.find((size) => size !== undefined)
  if (found !== undefined) return found.size
  if (sizes.length === 0) return null
  return sizes.length === 1 && values.length === 0 ? sizes[0]!.size : undefined
}

function countFault(product: Product, size: Size | null | undefined, count: number): string | null {
  if (size === undefined) return 'The product has no such size: give its SKU, its barcode or its size.'
  if (!Number.isInteger(count)) return 'This is not a number of units.'
  if (count < 0) return 'Fewer units than none cannot be in stock.'
  if (count > PRODUCT_LIMITS.stock) return 'These are too many units.'
  if (isGiftCard(product)) return 'Gift cards are not counted.'
  const isToCome = product.sizes.some((one) => one.size === size && one.preorder)
  return isToCome ? 'This size is sold before it is made: its count is that of its pre-order.' : null
}

function optionsIn(columns: ProductListColumns, row: TypedRow): string[] {
  return (['size', 'value2', 'value3'] as const)
    .map((name) => cellAt(columns, row, name))
    .filter((value) => value !== '' && value !== 'Default Title')
}

/** A code as it was before a spreadsheet: Shopify puts an apostrophe before digits. */
function codeIn(columns: ProductListColumns, row: TypedRow, name: ColumnName): string {
  return cellAt(columns, row, name).replace(/^'/, '')
}
