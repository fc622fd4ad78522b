import type { CartItem } from '#domain/checkout/cart.ts'
import { signedCents, type Cents } from '#domain/money.ts'
import { reducedFrom } from '#domain/catalog/product.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import type { OrderContent } from './order-parts.ts'
import { isOfLine } from './reprice-order.ts'

/** Replaces `quantity` units of the line at `position` with units of another item, or of another number. */
export interface ItemChange {
  position: number
  quantity: number
  to: CartItem
}

/** A product as it is sold now. */
export interface NewProduct {
  name: string
  price: Cents
  taxFree?: boolean
  pictureKey: string | null
  weight?: number | null
  hsCode?: string
  origin?: string
  category?: string
  compareAt?: Cents | null
  /** From when the new units are sent, where they are sold before they are made. */
  shipsOn?: ShopDay | null
}

/**
 * Why units cannot be changed. `units-not-open`: fewer are still to be sent; the others were sent, refunded or returned
 * to stock. `line-refund-unconfirmed`: it is not known yet whether some of them were refunded. `gift-card`: they were
 * issued for somebody when the order was paid.
 */
export type ItemChangeObstacle =
  | 'unknown-line'
  | 'gift-card'
  | 'units-not-open'
  | 'line-refund-unconfirmed'
  | 'same-item'

/**
 * The line to change, or why it cannot be changed. By line: `open`: how many units are still to be sent; `unconfirmed`:
 * how many of them a refund may have returned that is unconfirmed.
 */
export function lineToChange(
  lines: readonly OrderLine[],
  { position, quantity, to }: ItemChange,
  { open, unconfirmed }: Record<'open' | 'unconfirmed', ReadonlyMap<number, number>>,
): OrderLine | ItemChangeObstacle {
  const line = lines[position]
  if (line === undefined || quantity > line.quantity) return 'unknown-line'
  if (line.giftCard) return 'gift-card'
  const left = open.get(position) ?? 0
  if (quantity > left) return 'units-not-open'
  if (quantity > left - (unconfirmed.get(position) ?? 0)) return 'line-refund-unconfirmed'
  const isSame = line.productId === to.productId && line.size === to.size && quantity === to.quantity
  return isSame ? 'same-item' : line
}

/**
 * The lines after a change, and the price changes that belong to one of them. Units of the same product keep the price
 * that they were bought for; another product costs what it costs now. When only some units of a line change, they
 * become a line at the end.
 */
export function changedLines(
  { lines, adjustments }: OrderContent,
  { position, quantity, to }: ItemChange,
  line: OrderLine,
  product: NewProduct,
): { lines: OrderLine[]; changes: Adjustment[] } {
  const isSameProduct = line.productId === to.productId
  const changed: OrderLine = {
    ...line,
    ...(!isSameProduct && ofProduct(product)),
    ...to,
    shipsOn: product.shipsOn ?? undefined,
    isAwaited: product.shipsOn != null || undefined,
    restocked: 0,
    restockedSent: 0,
  }
  const isWhole = quantity === line.quantity
  const place = isWhole ? position : lines.length
  const after = isWhole
    ? lines.with(position, changed)
    : [...lines.with(position, { ...line, quantity: line.quantity - quantity }), changed]
  const changes = adjustments.filter(isOfLine).flatMap((one): Adjustment[] => {
    if (one.linePosition !== position) return [one]
    const perUnit = one.amount / line.quantity
    const of = (units: number, at: number): Adjustment => ({
      ...one,
      amount: signedCents(perUnit * units),
      linePosition: at,
    })
    const rest = isWhole ? [] : [of(line.quantity - quantity, position)]
    return isSameProduct ? [...rest, of(to.quantity, place)] : rest
  })
  return { lines: after, changes }
}

function ofProduct({
  name,
  price,
  pictureKey,
  taxFree,
  weight = null,
  hsCode = '',
  origin = '',
  category,
  compareAt = null,
}: NewProduct) {
  const isTaxFree = taxFree === true ? true : undefined
  const isReduced = reducedFrom({ price, compareAt }) === null ? undefined : true
  return {
    name,
    unitPrice: price,
    pictureKey,
    taxFree: isTaxFree,
    weight,
    hsCode,
    origin,
    category,
    isReduced,
  }
}
