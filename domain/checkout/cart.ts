import { centsFromDollars, dollars, LARGEST_CHARGE, type Cents } from '#domain/money.ts'
import { readSizeName } from '#domain/catalogue/fields/is-size-name.ts'
import type { Size } from '#domain/catalogue/size.ts'

/** How many lines a cart and an order may have. */
export const MOST_LINES = 100

/** The maximum quantity of one line. */
export const MAX_UNITS_PER_LINE = 9_999

/** The product ids that the shop's endpoints accept. */
const PRODUCT_ID = /^[A-Za-z0-9_-]{1,64}$/
const LONGEST_NAME = 200
const MOST_IMAGES = 10
const IMAGE_ADDRESS = /^(https?:\/\/|\/(?!\/))[^\s\\]{1,2000}$/i

/** The copy of a product that a cart keeps. Views price it from the catalogue again (decisions 3). */
export interface CartProduct {
  id: string
  name: string
  price: Cents
  imageUrls: string[]
  /** No tax is due on it, as the catalogue last said. */
  taxFree?: boolean | undefined
}

/** One product in one size (spec 3). `quantity` is a whole number of at least 1. */
export interface CartLine {
  product: CartProduct
  quantity: number
  selectedSize: Size
}

/** Why a product was not added (spec 4). `cart-full`: the cart has MOST_LINES lines already. */
export type AddRefusal = { kind: 'out-of-stock' } | { kind: 'invalid-size' } | { kind: 'cart-full' }

/** The key of a cart line: product and size. */
export function lineKey(line: { product: { id: string }; selectedSize: Size }): string {
  return `${line.product.id} ${line.selectedSize}`
}

/** The number of units in the cart, for the badge. */
export function itemCount(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

/** Adds one unit: a new line, or one more on the line of the same size. `sizes`: the sizes on sale now. */
export function addToCart(
  lines: readonly CartLine[],
  { sizes, ...product }: CartProduct & { sizes: readonly Size[] },
  size: Size | null,
): CartLine[] | AddRefusal {
  if (sizes.length === 0) return { kind: 'out-of-stock' }
  if (size === null || !sizes.includes(size)) return { kind: 'invalid-size' }
  const line = { product, quantity: 1, selectedSize: size }
  const known = lines.some((other) => lineKey(other) === lineKey(line))
  return known || lines.length < MOST_LINES ? restoreLine(lines, line, lines.length) : { kind: 'cart-full' }
}

/** Sets the quantity of a line. Numbers below 1 or not whole change nothing (spec 4). */
export function setQuantity(lines: readonly CartLine[], key: string, quantity: number): CartLine[] {
  if (!Number.isInteger(quantity) || quantity < 1) return [...lines]
  return lines.map((line) => (lineKey(line) === key ? { ...line, quantity: atMost(quantity) } : line))
}

/** The cart without the line of this key (`lineKey`); unchanged when there is none. `restoreLine` undoes it. */
export function removeLine(lines: readonly CartLine[], key: string): CartLine[] {
  return lines.filter((line) => lineKey(line) !== key)
}

/** Undoes a removal: the line returns to its old position. If it was added again in between, the two are merged. */
export function restoreLine(lines: readonly CartLine[], line: CartLine, index: number): CartLine[] {
  const key = lineKey(line)
  const same = lines.find((other) => lineKey(other) === key)
  if (same) return setQuantity(lines, key, same.quantity + line.quantity)
  return lines.length < MOST_LINES ? lines.toSpliced(index, 0, line) : [...lines]
}

/** Serializes a cart for localStorage, with prices in CAD dollars (spec 3). */
export function serializeCart(lines: readonly CartLine[]): string {
  return JSON.stringify(
    lines.map((line) => ({ ...line, product: { ...line.product, price: dollars(line.product.price) } })),
  )
}

/**
 * Parses a stored cart without trusting it: an older version of the shop, another program or an attacker may have
 * written it. Valid lines are kept, and those of the same product and size are merged; `dropped` counts the rest. Never
 * throws.
 */
export function parseStoredCart(text: string | null): { lines: CartLine[]; dropped: number } {
  const lines = new Map<string, CartLine>()
  let dropped = 0
  for (const stored of storedLines(text)) {
    const line = parseLine(stored)
    const key = line && lineKey(line)
    const same = key === null ? undefined : lines.get(key)
    if (same && line) same.quantity = atMost(same.quantity + line.quantity)
    else if (line && key !== null && lines.size < MOST_LINES) lines.set(key, line)
    else dropped += 1
  }
  return { lines: [...lines.values()], dropped }
}

function storedLines(text: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text || '[]') ?? []
    if (Array.isArray(value)) return value
    const { items } = fieldsOf(value)
    return Array.isArray(items) ? items : [value]
  } catch {
    return [text]
  }
}

function parseLine(stored: unknown): CartLine | null {
  const line = fieldsOf(stored)
  const { id, name, price, imageUrls, taxFree } = 'product' in line ? fieldsOf(line['product']) : line
  const quantity = wholeNumber(line['quantity'] ?? 1)
  const selectedSize = readSizeName(line['selectedSize'] ?? line['size'])
  const amount = centsFromDollars(decimal(price))
  if (typeof id !== 'string' || !PRODUCT_ID.test(id)) return null
  if (typeof name !== 'string' || name.trim() === '') return null
  if (amount === null || amount > LARGEST_CHARGE || quantity === null || !selectedSize) return null
  const product = {
    id,
    name: name.slice(0, LONGEST_NAME),
    price: amount,
    imageUrls: addresses(imageUrls),
    taxFree: taxFree === true || undefined,
  }
  return { product, quantity, selectedSize }
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Numbers, and texts such as `25.00` or `$25.00` from older carts. */
function decimal(value: unknown): number {
  if (typeof value !== 'string') return typeof value === 'number' ? value : Number.NaN
  return Number(/^(?:C?\$)?(\d+(?:\.\d+)?)$/.exec(value.slice(0, 20).trim())?.[1])
}

function wholeNumber(value: unknown): number | null {
  const number = decimal(value)
  return Number.isInteger(number) && number >= 1 ? atMost(number) : null
}

function atMost(quantity: number): number {
  return Math.min(quantity, MAX_UNITS_PER_LINE)
}

function addresses(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value
    .slice(0, MOST_IMAGES)
    .filter((address): address is string => typeof address === 'string' && IMAGE_ADDRESS.test(address))
}
