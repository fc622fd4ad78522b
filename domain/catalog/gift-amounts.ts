import { cents, centsFromDollars, decimalDollars, dollars, type Cents } from '#domain/money.ts'
import type { ProductSize, Size } from './size.ts'

/** The least and most that one gift card is sold or issued for. */
export const MIN_GIFT_CARD = cents(1_00)
export const MAX_GIFT_CARD = cents(2_000_00)

/** How many amounts a gift card may offer. */
const MAX_AMOUNTS = 12

/**
 * What a gift card is sold for, in cents: these amounts, and any other from `from` to `to` where it has a range.
 */
export interface GiftAmounts {
  set: readonly Cents[]
  range: { from: Cents; to: Cents } | null
}

/** Reads amounts such as `25, 50, 100` or `25, 50, 10-500`; null when they are none. */
export function parseGiftAmounts(text: string): GiftAmounts | null {
  const set = new Set<Cents>()
  let range: GiftAmounts['range'] = null
  const parts = text.replaceAll(/\s*[-–]\s*/g, '-').split(/[,;\s]+/)
  for (const part of parts.filter(Boolean)) {
    const [from, to, ...more] = part.split('-').map(parseGiftAmount)
    if (from == null || to === null || more.length > 0) return null
    if (to === undefined) set.add(from)
    else if (range === null && from < to) range = { from, to }
    else return null
  }
  if (set.size > MAX_AMOUNTS || (set.size === 0 && range === null)) return null
  return { set: [...set].toSorted((one, other) => one - other), range }
}

/** Amounts as they are stored and shown: `25, 50, 10-500`. */
export function giftAmountsText({ set, range }: GiftAmounts): string {
  return [
    ...set.map(amountSize),
    ...(range ? [`${amountSize(range.from)}-${amountSize(range.to)}`] : []),
  ].join(', ')
}

/** One amount as typed in dollars, such as `37.50` or `$25`; null when no gift card may have it. */
export function parseGiftAmount(typed: string): Cents | null {
  const digits = /^(?:C?\$)?\s*(\d{1,6}(?:[.,]\d{1,2})?)$/.exec(typed.trim())?.[1]
  const amount = digits === undefined ? null : centsFromDollars(Number(digits.replace(',', '.')))
  return amount !== null && amount >= MIN_GIFT_CARD && amount <= MAX_GIFT_CARD ? amount : null
}

/** An amount as the size of a gift card: `25` or `37.50`. */
export function amountSize(amount: Cents): Size {
  return amount % 100 === 0 ? String(amount / 100) : decimalDollars(amount)
}

/** What the price of a unit depends on. */
export interface SizedPrice {
  price: Cents
  /** As stored; empty: the product is no gift card. */
  giftAmounts: string
}

/** Whether the product is a gift card: its sizes are amounts, and each is its own price. */
export function isGiftCard({ giftAmounts }: Pick<SizedPrice, 'giftAmounts'>): boolean {
  return giftAmounts !== ''
}

/** The price of one unit of a product in a size that it offers. */
export function priceOf({ price, giftAmounts }: SizedPrice, size: Size): Cents {
  return giftAmounts === '' ? price : (parseGiftAmount(size) ?? price)
}

/** Whether this size is an amount within the range of a gift card. */
export function isOwnAmount({ giftAmounts }: Pick<SizedPrice, 'giftAmounts'>, size: Size): boolean {
  const range = parseGiftAmounts(giftAmounts)?.range
  const amount = parseGiftAmount(size)
  return (
    range != null &&
    amount !== null &&
    amountSize(amount) === size &&
    amount >= range.from &&
    amount <= range.to
  )
}

/**
 * What follows from the amounts of a gift card, as fields of the product form: its price is the least amount, and its
 * sizes are the amounts. It has no stock, no codes, nothing to ship and no tax, and cannot be reduced.
 */
export function giftCardFields({ set, range }: GiftAmounts) {
  const least = Math.min(...set, ...(range ? [range.from] : []))
  const sizes = set.length > 0 ? set : range ? [range.from] : []
  return {
    price: dollars(cents(least)),
    sizes: sizes.map((amount): ProductSize => ({ size: amountSize(amount), stock: null })),
    codes: [],
    stock: null,
    compareAt: null,
    weight: null,
    taxFree: true,
    hsCode: '',
    origin: '',
  }
}
