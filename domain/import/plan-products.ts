import { MAX_SIZE_LENGTH, isSizeName } from '#domain/catalog/fields/is-size-name.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import { isProductId, MAX_ID_FROM_NAME_LENGTH, productIdFromName } from '#domain/catalog/product-id.ts'
import { FIELD_LABELS, PRODUCT_LIMITS, type ProductField } from '#domain/catalog/product-fields.ts'
import { checkProductForm } from '#domain/catalog/product-form.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import { SIZES } from '#domain/catalog/size.ts'
import { toProductId, type ProductId } from '#domain/ids.ts'
import type { ImportNote, ListedProduct, ListedVariant, ListingColumns } from './listing.ts'
import { chosenFor, roleOf, type ImportMapping } from './mapping.ts'
import { readNumber } from './read-number.ts'
import { headingAt } from './table-columns.ts'

/** A product as the import would write it, without its pictures. */
export interface PlannedProduct {
  /** The id of a new one. */
  id: ProductId
  line: number
  draft: ProductDraft
  /** What the file says something of: the other fields of a product that is here already stay. */
  fields: readonly ProductField[]
  pictures: { address: string; alt: string; line: number }[]
  /** What a list changes of a product that is here, instead of all this; it makes none. */
  edit?: (before: Product) => ProductDraft
}

/** What a plan follows, besides the file. */
export interface PlanContext {
  mapping: ImportMapping
  categories: readonly ShopCategory[]
  /** The size charts that products may name. */
  charts: ReadonlySet<string>
  textOfHtml: (html: string) => string
}

/** What becomes of one listed product. With faults, nothing of it is imported. */
export interface ProductPlan {
  products: PlannedProduct[]
  faults: ImportNote[]
  notes: ImportNote[]
}

/** The category of products that have none in the file. */
const NO_CATEGORY = 'Other'
const ONE_SIZE = 'One size'

/** Sizes in words, and how this shop writes them. */
const SIZE_WORDS = new Map<string, (typeof SIZES)[number]>(
  Object.entries({
    'x-small': 'XS',
    'extra small': 'XS',
    small: 'S',
    medium: 'M',
    large: 'L',
    'x-large': 'XL',
    'extra large': 'XL',
    'xx-large': 'XXL',
    '2xl': 'XXL',
  } as const),
)

/** How this shop writes a size in words; undefined: it is none of them. */
export function shortSize(text: string): string | undefined {
  return SIZE_WORDS.get(text.toLowerCase())
}

/** A price without the taxes in it, in dollars. */
export function netOf(price: number, taxPercent: number): number {
  return taxPercent === 0 ? price : Math.round((price * 10_000) / (100 + taxPercent)) / 100
}

const GRAMS = { g: 1, kg: 1_000, lbs: 453.592_37, oz: 28.349_523_125 } as const

/**
 * What an import makes of a listed product: one product for each colour, with its sizes. Its category and sizes may be
 * missing from the shop's: they are to be added before it is written.
 */
export function planProducts(
  listed: ListedProduct,
  columns: ListingColumns,
  { mapping, categories, charts, textOfHtml }: PlanContext,
): ProductPlan {
  const faults: ImportNote[] = []
  const notes: ImportNote[] = []
  const note = (list: ImportNote[], line: number, name: string, message: string) =>
    void list.push({ line, column: headingAt(columns, name), message })

  const label = chosenFor(mapping.categories, listed.category) || listed.category || NO_CATEGORY
  const known = categories.find((one) => [one.value, one.label].some((name) => isSameText(name, label)))
  const category = known?.value ?? label
  const isOurs = Object.keys(listed.own).length > 0
  const sizeOf = (text: string) => {
    const same = known?.sizes.find((size) => isSameText(size, text))
    const short = shortSize(text)
    if (same !== undefined || isOurs || short === undefined) return same ?? text
    return known === undefined || known.sizes.includes(short) ? short : text
  }

  const sizeChart = listed.own['sizeChart'] ?? ''
  const isUnknownChart = sizeChart !== '' && !charts.has(sizeChart)
  if (isUnknownChart)
    note(
      notes,
      listed.line,
      'own sizeChart',
      `The size chart ${sizeChart} is not in this shop, and is left out. Add it under Size charts, then import again.`,
    )

  const isGift = listed.isGiftCard || !!listed.own['giftAmounts']
  const products: PlannedProduct[] = []
  const { variants } = listed
  if (variants.length === 0) note(faults, listed.line, 'price', 'This product has no variant.')
  const pieces = Map.groupBy(
    variants.map((variant) => ({ ...variant, ...partsOf(variant, mapping) })),
    ({ color, name }) => JSON.stringify([color, name]),
  )
  const isCountedTogether = pieces.size > 1 && (readNumber(listed.sharedStock) ?? 0) > 0
  if (isCountedTogether)
    note(
      notes,
      listed.line,
      'stock',
      `${listed.sharedStock} units are counted for all colours together. None can be sold until each is counted.`,
    )
  for (const piece of pieces.values()) {
    const { color, name } = piece[0]!
    const faultsBefore = faults.length
    const price = priceOf(piece, 'price', mapping.taxPercent)
    const compareAt = priceOf(piece, 'compareAt', mapping.taxPercent)
    for (const { line, column } of [...price.wrong, ...compareAt.wrong])
      note(faults, line, column, 'This is not a price.')
    if (price.differ && !isGift)
      note(notes, piece[0]!.line, 'price', 'Its sizes have different prices. The highest is taken.')
    if (price.value === null && price.wrong.length === 0)
      note(notes, piece[0]!.line, 'price', 'It has no price, and stays a draft.')

    const sizes = new Map<string, { size: string; stock: number | null }>()
    const codes: { size: string; sku: string; barcode: string; bin?: string }[] = []
    for (const variant of piece) {
      // A product of ours that is sold in no size.
      if (isOurs && variant.options.length === 0) continue
      const size = sizeOf(variant.size)
      if (!isSizeName(size) && !isGift)
        note(
          faults,
          variant.line,
          'value1',
          `“${size}” cannot be a size: use up to ${MAX_SIZE_LENGTH} letters and digits.`,
        )
      else if (sizes.has(size)) note(faults, variant.line, 'value1', `The size ${size} is there twice.`)
      const count = countOf(variant)
      if (Number.isNaN(count)) note(faults, variant.line, 'stock', 'This is not a number of units.')
      if (count !== null && count < 0)
        note(notes, variant.line, 'stock', `${count} units become 0: nothing can be sold that is not there.`)
      if (count !== null && variant.isOversold)
        note(
          notes,
          variant.line,
          'oversold',
          'It was sold without a limit, and is: its stock is not tracked.',
        )
      sizes.set(size, { size, stock: count === null || variant.isOversold ? null : Math.max(0, count) })
      if (variant.sku || variant.barcode || variant.bin) {
        const { sku, barcode, bin } = variant
        codes.push({ size, sku, barcode, ...(bin && { bin }) })
      }
    }
    const weights = piece.map(({ weight }) => grams(weight)).filter((weight) => weight !== null)
    const gift = listed.own['giftAmounts'] || (listed.isGiftCard ? price.all.join(', ') : '')
    const shownColor = color || listed.color
    const typed = {
      name: [listed.name, name].filter(Boolean).join(' '),
      price: price.value ?? 0,
      compareAt: compareAt.value,
      stock: listed.own['stock'] ?? (isCountedTogether ? '0' : listed.sharedStock),
      category,
      description: textOfHtml(listed.html),
      draft: !listed.isPublished || price.value === null || mapping.asDrafts,
      publishedFrom: listed.own['publishedFrom'],
      soldFrom: listed.own['soldFrom'],
      publishedUntil: listed.own['publishedUntil'],
      color: shownColor,
      styleNumber:
        listed.own['styleNumber'] ||
        (pieces.size > 1 ? (listed.handle || productIdFromName(listed.name)).slice(0, 64) : ''),
      gender: genderOf(listed),
      ageGroup: ageOf(listed),
      sizeChart: isUnknownChart ? '' : sizeChart,
      weight: weights.length === 0 || Math.max(...weights) === 0 ? null : Math.round(Math.max(...weights)),
      taxFree: piece.every(({ isTaxed }) => !isTaxed),
      hsCode: listed.own['hsCode'],
      origin: listed.own['origin'] ?? '',
      giftAmounts: gift,
      searchTitle: listed.searchTitle,
      searchDescription: listed.searchDescription,
      sizes: isGift ? [] : [...sizes.values()],
      codes: isGift ? [] : codes,
    }
    const allowed = [...new Set([...(known?.sizes ?? []), ...sizes.keys()])]
    const terms = { categories: [{ value: category, label, sizes: allowed, hidden: false }] }
    const checked = checkProductForm(typed, terms)
    if ('errors' in checked) {
      const isTold = faults.length > faultsBefore
      for (const [field, message] of Object.entries(checked.errors)) {
        const column = COLUMN_OF[field as ProductField] ?? `own ${field}`
        const shown = columns.at.has(column)
          ? headingAt(columns, column)
          : FIELD_LABELS[field as ProductField]
        if (!(isTold && ['sizes', 'price'].includes(field)))
          faults.push({ line: piece[0]!.line, column: shown, message })
      }
      continue
    }
    const pictures = picturesOf(listed, piece, pieces.size > 1)
    if (pictures.length > PRODUCT_LIMITS.pictures)
      note(
        notes,
        listed.line,
        'image',
        `Only the first ${PRODUCT_LIMITS.pictures} of ${pictures.length} images are taken.`,
      )
    products.push({
      id: idOf(listed, pieces.size > 1 ? [color, name] : []),
      line: piece[0]!.line,
      draft: checked.draft,
      fields: fieldsOf(listed, columns, {
        ...typed,
        isUnknownChart,
        stockIsTold: piece.some(({ stock }) => stock !== undefined) || listed.sharedStock !== '',
      }),
      pictures: pictures.slice(0, PRODUCT_LIMITS.pictures),
    })
  }
  return { products: faults.length > 0 ? [] : products, faults, notes }
}

/** The columns whose headings stand for a field. */
const COLUMN_OF: Partial<Record<ProductField, string>> = {
  name: 'name',
  price: 'price',
  compareAt: 'compareAt',
  description: 'html',
  category: 'type',
  sizes: 'value1',
  codes: 'sku',
  weight: 'weight',
  searchTitle: 'searchTitle',
  searchDescription: 'searchDescription',
  color: 'color',
  giftAmounts: 'price',
}

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The size, colour and addition to the name of a variant. */
function partsOf({ options }: ListedVariant, mapping: ImportMapping) {
  const roles = options.map(({ name }) => roleOf(name, mapping))
  const isSized = roles.includes('size')
  const firstFree = isSized ? -1 : roles.indexOf(null)
  const of = (role: string) =>
    options
      .filter((_one, at) => (roles[at] ?? (at === firstFree ? 'size' : 'name')) === role)
      .map(({ value }) => value.replaceAll(/\s+/g, ' '))
      .filter((value) => value !== 'Default Title')
  return { size: of('size').join('/') || ONE_SIZE, color: of('color').join('/'), name: of('name').join(' ') }
}

/** The highest price of some variants, in dollars; null: none has one. */
function priceOf(piece: readonly ListedVariant[], column: 'price' | 'compareAt', taxPercent: number) {
  const read = piece.map((variant) => ({ line: variant.line, column, value: readNumber(variant[column]) }))
  const wrong = read.filter(({ value }) => value !== null && !(value >= 0))
  const all = [
    ...new Set(
      read.flatMap(({ value }) => (value === null || !(value >= 0) ? [] : [netOf(value, taxPercent)])),
    ),
  ]
  return { wrong, all, value: all.length === 0 ? null : Math.max(...all), differ: all.length > 1 }
}

/** The units of a variant; null: not tracked, NaN: unreadable. */
function countOf({ stock }: ListedVariant): number | null {
  const count = stock == null ? null : readNumber(stock)
  return count === null || Number.isInteger(count) ? count : Number.NaN
}

function grams({ value, unit }: ListedVariant['weight']): number | null {
  const weight = readNumber(value)
  return weight === null || Number.isNaN(weight) ? null : weight * GRAMS[unit as keyof typeof GRAMS]
}

function genderOf({ gender, tags }: ListedProduct): string {
  const told = gender === '' ? tags : [gender]
  const isFor = (words: RegExp) => told.some((one) => words.test(one))
  const female = isFor(/^(wom[ae]n['’]?s?|female|damen|femmes?|unisex)$/i)
  const male = isFor(/^(m[ae]n['’]?s?|male|herren|hommes?|unisex)$/i)
  if (female && male) return 'unisex'
  return female ? 'female' : male ? 'male' : ''
}

function ageOf({ ageGroup }: ListedProduct): string {
  const told = ageGroup.toLowerCase()
  return ['adult', 'kids', 'toddler', 'infant', 'newborn'].includes(told) ? told : ''
}

/** The pictures of one colour: its own first, then those that belong to no other. */
function picturesOf(
  { pictures, variants }: ListedProduct,
  piece: readonly ListedVariant[],
  isSplit: boolean,
) {
  const own = new Set(piece.map(({ picture }) => picture).filter(Boolean))
  const others = new Set(variants.map(({ picture }) => picture).filter((one) => one !== '' && !own.has(one)))
  const first = new Map(pictures.toReversed().map((one) => [one.address, one]))
  const ofPiece = new Map(piece.toReversed().map(({ picture, line }) => [picture, line]))
  const listed = pictures.map(({ address }) => address).filter((one) => !isSplit || !others.has(one))
  const all = isSplit ? [...own, ...listed] : [...listed, ...own]
  return [...new Set(all)].map((address) => ({
    address,
    alt: (first.get(address)?.alt ?? '').slice(0, PRODUCT_LIMITS.alt),
    line: first.get(address)?.line ?? ofPiece.get(address) ?? piece[0]!.line,
  }))
}

/** The handle, or what can be the id of a product and stays the same for the same texts. */
function idOf({ handle, name }: ListedProduct, more: readonly string[]): ProductId {
  const parts = [handle || name, ...more.filter(Boolean)]
  if (parts.length === 1 && isProductId(handle)) return toProductId(handle)
  const whole = parts.join('-')
  const id = productIdFromName(whole)
  const isWhole = id !== 'product' && id.length < MAX_ID_FROM_NAME_LENGTH
  return isWhole ? id : toProductId(`${id.slice(0, MAX_ID_FROM_NAME_LENGTH - 8)}-${markOf(whole)}`)
}

/** Six letters and digits that tell long names, and those of other scripts, from each other (FNV-1a). */
function markOf(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  return (hash >>> 0).toString(36).padStart(6, '0').slice(-6)
}

/** The fields that the file says something of. */
function fieldsOf(
  listed: ListedProduct,
  { at, format }: ListingColumns,
  typed: {
    color: string
    gender: string
    ageGroup: string
    styleNumber: string
    stockIsTold: boolean
    isUnknownChart: boolean
  },
): ProductField[] {
  const has = (name: string) => at.has(name)
  const told: Partial<Record<ProductField, boolean>> = {
    name: true,
    price: has('price'),
    stock: typed.stockIsTold,
    category: listed.category !== '',
    description: has('html'),
    compareAt: has('compareAt') || has('salePrice'),
    draft: has('published') || has('status'),
    publishedFrom: has('own publishedFrom'),
    soldFrom: has('own soldFrom'),
    publishedUntil: has('own publishedUntil'),
    color: has('color') || typed.color !== '',
    styleNumber: has('own styleNumber') || typed.styleNumber !== '',
    gender: has('gender') || typed.gender !== '',
    ageGroup: has('ageGroup'),
    sizeChart: has('own sizeChart') && !typed.isUnknownChart,
    weight:
      has('weight') || (format === 'woocommerce' && [...at.keys()].some((key) => key.startsWith('weight'))),
    taxFree: has('taxed'),
    hsCode: has('own hsCode'),
    origin: has('own origin'),
    giftAmounts: has('giftCard') || has('own giftAmounts'),
    searchTitle: has('searchTitle'),
    searchDescription: has('searchDescription'),
    sizes: true,
    codes: has('sku') || has('barcode'),
  }
  return (Object.keys(told) as ProductField[]).filter((field) => told[field])
}
