import * as v from 'valibot'
import type { CartLine } from '#domain/checkout/cart.ts'
import { centsFromDollars, type Cents } from '#domain/money.ts'

/** The catalogue's answer for one cart line. `price` in CAD dollars; `left` in units, null when it is unlimited. */
export const pricedLineSchema = v.object({
  productId: v.string(),
  size: v.string(),
  quantity: v.number(),
  status: v.picklist(['ok', 'gone', 'not-yet', 'size-unavailable', 'not-enough']),
  left: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null),
  orderLimit: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null),
  name: v.nullish(v.string(), null),
  price: v.nullish(v.number(), null),
  imageUrl: v.nullish(v.string(), null),
  before: v.optional(v.nullable(v.number())),
  taxFree: v.optional(v.nullable(v.boolean())),
  preorder: v.nullish(v.string()),
})

/** A cart line as the catalogue has it now. */
export type PricedLine = v.InferOutput<typeof pricedLineSchema>

/** A difference from what the shopper last saw in the cart. */
export type CartChange =
  | { kind: 'price'; name: string; from: Cents; to: Cents }
  | { kind: 'gone' | 'not-yet'; name: string; size: string }
  | { kind: 'few-left'; name: string; size: string; left: number }
  /** Over the order limit: `most` of the product in one order, and therefore `left` of this size. */
  | { kind: 'limited'; name: string; size: string; left: number; most: number }

/** The updated cart, and the changes to report. */
export interface Repriced {
  lines: CartLine[]
  changes: CartChange[]
}

/**
 * Updates cart lines from the catalogue's answer. Lines that are not in the answer stay unchanged: they were added
 * after the request. Sizes of one product may share its stock, so earlier lines reduce what a later line can have.
 */
export function reprice(lines: readonly CartLine[], answer: readonly PricedLine[]): Repriced {
  const kept: CartLine[] = []
  const changes: CartChange[] = []
  for (const line of lines) {
    const { product, selectedSize: size, quantity } = line
    const priced = answer.find((one) => one.productId === product.id && one.size === size)
    const left = priced ? unitsToHave(line, priced, kept) : quantity
    const name = priced?.name ?? product.name
    const most = priced?.orderLimit ?? null
    if (left < quantity && most !== null) changes.push({ kind: 'limited', name, size, left, most })
    else if (left === 0) {
      const kind = priced?.status === 'not-yet' ? 'not-yet' : 'gone'
      changes.push({ kind, name, size })
    } else if (left < quantity) changes.push({ kind: 'few-left', name, size, left })
    if (left === 0) continue
    const price = centsFromDollars(priced?.price ?? Number.NaN) ?? product.price
    const isReported = changes.some(
      (change) => change.kind === 'price' && change.name === name && change.to === price,
    )
    if (price !== product.price && !isReported)
      changes.push({ kind: 'price', name, from: product.price, to: price })
    const imageUrls = priced?.imageUrl ? [priced.imageUrl] : product.imageUrls
    const taxFree = priced?.taxFree ?? product.taxFree ?? false
    const preorder = (priced ? priced.preorder : product.preorder) ?? undefined
    const copy = { id: product.id, name, price, imageUrls, taxFree: taxFree || undefined, preorder }
    kept.push({ ...line, product: copy, quantity: left })
  }
  return { lines: kept, changes }
}

/** Whether a change still concerns the cart: what is left of a line, or its price, matters while the line is there. */
export function isCurrent(change: CartChange, lines: readonly CartLine[]): boolean {
  if (change.kind === 'gone' || change.kind === 'not-yet' || (change.kind === 'limited' && change.left === 0))
    return true
  return lines.some(
    ({ product, selectedSize }) =>
      product.name === change.name && (change.kind === 'price' || selectedSize === change.size),
  )
}

function unitsToHave(
  { product, quantity }: CartLine,
  { status, left }: PricedLine,
  kept: CartLine[],
): number {
  if (status === 'ok') return quantity
  if (status !== 'not-enough' || left === null) return 0
  if (left < quantity) return left
  const taken = kept.reduce((sum, line) => sum + (line.product.id === product.id ? line.quantity : 0), 0)
  return Math.max(0, Math.min(quantity, left - taken))
}
