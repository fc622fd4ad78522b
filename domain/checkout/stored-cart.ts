import { readSizeName } from '#domain/catalog/fields/is-size-name.ts'
import { centsFromDollars, dollars, MAX_CHARGE } from '#domain/money.ts'
import { clampQuantity, lineKey, MAX_LINES, type CartLine } from './cart.ts'

/** The product ids that the shop's endpoints accept. */
const PRODUCT_ID = /^[A-Za-z0-9_-]{1,64}$/
const MAX_NAME_LENGTH = 200
const MAX_IMAGES = 10
const IMAGE_ADDRESS = /^(https?:\/\/|\/(?!\/))[^\s\\]{1,2000}$/i

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
    if (same && line) same.quantity = clampQuantity(same.quantity + line.quantity)
    else if (line && key !== null && lines.size < MAX_LINES) lines.set(key, line)
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
  if (amount === null || amount > MAX_CHARGE || quantity === null || !selectedSize) return null
  const product = {
    id,
    name: name.slice(0, MAX_NAME_LENGTH),
    price: amount,
    imageUrls: addresses(imageUrls),
    taxFree: taxFree === true || undefined,
  }
  const gift = typeof line['gift'] === 'string' ? line['gift'] : undefined
  return { product, quantity, selectedSize, gift }
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
  return Number.isInteger(number) && number >= 1 ? clampQuantity(number) : null
}

function addresses(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value
    .slice(0, MAX_IMAGES)
    .filter((address): address is string => typeof address === 'string' && IMAGE_ADDRESS.test(address))
}
