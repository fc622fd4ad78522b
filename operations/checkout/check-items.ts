import type { ProductForSale } from '#db/catalogue/products-for-sale.ts'
import { dollars } from '#domain/money.ts'
import { mostInOneOrder, roundedCount, toldLeft, type OrderLimit } from '#domain/checkout/order-limit.ts'
import { unitsLeft } from '#domain/catalogue/product.ts'
import type { Size } from '#domain/catalogue/size.ts'
import { priceCart, type CartTotals } from '#domain/checkout/pricing.ts'
import type { Destination, Tariff } from '#domain/checkout/tariff.ts'

/** What a shopper asks for: so many pieces of one size. */
export interface Item {
  productId: string
  size: Size
  quantity: number
}

/** Whether one item can be had as asked. */
export type ItemStatus = 'ok' | 'gone' | 'size-unavailable' | 'not-enough'

/**
 * One item against the catalogue: what it costs in CAD dollars, and how many can be had (null: nothing limits it, or
 * more are left than people outside are told).
 */
export interface CheckedItem extends Item {
  status: ItemStatus
  left: number | null
  /** How many one order may have where that, and not what is left, is why there are not enough; else null. */
  orderLimit: number | null
  name: string | null
  price: number | null
}

/** A cart against the catalogue, with the totals of what can be had. */
export interface CheckedCart {
  items: CheckedItem[]
  totals: CartTotals
}

/** On which terms a cart is checked and priced; `destination` is null while it is not known. */
export interface CartTerms {
  limit: OrderLimit
  destination: Destination | null
  tariff: Tariff
}

/**
 * Checks items in their order; the pieces of one product that are asked for in several lines are counted together, both
 * against what is left and against what one order may have.
 */
export function checkItems(
  items: readonly Item[],
  products: ReadonlyMap<string, ProductForSale>,
  { limit, destination, tariff }: CartTerms,
): CheckedCart {
  const claimed = new Map<string, number>()
  const claim = (key: string, quantity: number) => claimed.set(key, (claimed.get(key) ?? 0) + quantity)
  const claims = (key: string) => claimed.get(key) ?? 0

  const checked = items.map((item): CheckedItem => {
    const product = products.get(item.productId)
    const refused = { ...item, left: 0, orderLimit: null }
    if (!product) return { ...refused, status: 'gone', name: null, price: null }
    const known = { name: product.name, price: dollars(product.price) }
    if (unitsLeft(product, item.size) === 0) return { ...refused, ...known, status: 'size-unavailable' }
    const size = product.sizes.find((offered) => offered.size === item.size)?.stock ?? null
    const isCounted = product.stock !== null || size !== null
    const left = smaller(minus(product.stock, claims(product.id)), minus(size, claims(sizeKey(item))))
    const most = mostOf(product, limit)
    const ofProduct = isCounted ? most - claims(product.id) : null
    const ofSize = minus(size === null ? null : roundedCount(size), claims(sizeKey(item)))
    const available = smaller(ofProduct, ofSize)
    if (available !== null && available < item.quantity) {
      const isAll = available === left && toldLeft(left) !== null
      const orderLimit = available === ofProduct ? most : roundedCount(size ?? 0)
      return {
        ...item,
        ...known,
        status: 'not-enough',
        left: available,
        orderLimit: isAll ? null : orderLimit,
      }
    }
    if (isCounted) claim(product.id, item.quantity)
    claim(sizeKey(item), item.quantity)
    return { ...item, ...known, status: 'ok', left: toldLeft(left), orderLimit: null }
  })

  const priced = checked.flatMap(({ status, productId, quantity, left }) => {
    const price = products.get(productId)?.price
    const available = status === 'ok' ? quantity : (left ?? 0)
    return price !== undefined && available > 0 ? [{ price, quantity: available }] : []
  })
  return { items: checked, totals: priceCart(priced, destination, tariff) }
}

/** The product's own count is what one order may have a part of; without one, its counted sizes together. */
function mostOf({ stock, sizes }: ProductForSale, limit: OrderLimit): number {
  return mostInOneOrder(stock ?? sizes.reduce((sum, size) => sum + (size.stock ?? 0), 0), limit)
}

function minus(count: number | null, claimed: number): number | null {
  return count === null ? null : count - claimed
}

function smaller(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

function sizeKey({ productId, size }: Item): string {
  return `${productId} ${size}`
}
