import type { ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { GiftDetails } from './gift-details.ts'
import type { Size } from '#domain/catalog/size.ts'

/** How many lines a cart and an order may have. */
export const MAX_LINES = 100

/** The maximum quantity of one line. */
export const MAX_UNITS_PER_LINE = 9_999

/** The copy of a product that a cart keeps. Views price it from the catalogue again (decisions 3). */
export interface CartProduct {
  id: string
  name: string
  price: Cents
  imageUrls: string[]
  /** No tax is due on it, as the catalogue last said. */
  taxFree?: boolean | undefined
  /** In words from when it is sent, where it is sold before it is made; each answer of the shop says it again. */
  preorder?: string | undefined
}

/** One product in one size (spec 3). `quantity` is a whole number of at least 1. */
export interface CartLine {
  product: CartProduct
  quantity: number
  selectedSize: Size
  /** Only of a gift card: for whom it is, as JSON (gift-details.ts); empty: for the customer. */
  gift?: string | undefined
}

/** What is bought of one product in one size. */
export interface CartItem {
  productId: ProductId
  size: Size
  quantity: number
  /** Of a gift card, and only of one. */
  gift?: GiftDetails | undefined
}

/** The key of a cart line: product, size, and for whom a gift card is. */
export function lineKey(line: Pick<CartLine, 'selectedSize' | 'gift'> & { product: { id: string } }): string {
  return `${line.product.id} ${line.selectedSize}${line.gift ?? ''}`
}

/** Items of the same product and size, and for the same person, added up. */
export function addUpItems<Item extends CartItem>(items: readonly Item[]): Item[] {
  const bySize = Map.groupBy(items, ({ productId, size, gift }) => JSON.stringify([productId, size, gift]))
  return [...bySize.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [{ ...first, quantity: more.reduce((sum, { quantity }) => sum + quantity, first.quantity) }],
  )
}

/** The number of units in the cart, for the badge. */
export function itemCount(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

/** The quantity of a line, at most MAX_UNITS_PER_LINE. */
export function clampQuantity(quantity: number): number {
  return Math.min(quantity, MAX_UNITS_PER_LINE)
}
