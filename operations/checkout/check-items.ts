import { addUpItems, type CartItem } from '#domain/checkout/cart.ts'
import type { ProductForSale } from '#db/catalog/products-for-sale.ts'
import { dollars } from '#domain/money.ts'
import {
  maxUnitsPerOrder,
  roundedCount,
  disclosedStock,
  type OrderLimit,
} from '#domain/checkout/order-limit.ts'
import type { LimitedDrop } from '#domain/drops/buyer.ts'
import { isGiftCard, isOwnAmount, priceOf } from '#domain/catalog/gift-amounts.ts'
import type { ProductId } from '#domain/ids.ts'
import { preorderDay } from '#domain/catalog/preorder.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { DutyTerms } from '#domain/orders/order-shipping.ts'
import type { Words } from '#words/languages.ts'
import type { Size } from '#domain/catalog/size.ts'
import { reducedFrom, unitsLeft } from '#domain/catalog/product.ts'
import {
  isShipped,
  priceCart,
  shippingOf,
  type CartTotals,
  type PricedLine,
  type PriceTerms,
} from '#domain/checkout/pricing.ts'
import type { ShippingOffer } from '#domain/checkout/shipping/shipping-methods.ts'

/** Whether one item is available as requested. */
export type ItemStatus = 'ok' | 'gone' | 'not-yet' | 'size-unavailable' | 'not-enough'

/**
 * One item checked against the catalogue: its price in CAD dollars, and how many are available (null: unlimited, or
 * more than the shop discloses).
 */
export interface CheckedItem extends CartItem {
  status: ItemStatus
  left: number | null
  /** The limit for one order, where that, and not the stock, is why there are not enough; otherwise null. */
  orderLimit: number | null
  name: string | null
  price: number | null
  /** Whether the product is free of tax; null when it is not in the shop. */
  taxFree: boolean | null
  /** When it will be sold, where that is why it is `not-yet` available; otherwise null. Epoch milliseconds. */
  soldFrom: number | null
  /** From when it is sent, where it is sold before it is made; otherwise null. */
  shipsOn: ShopDay | null
}

/** A cart checked against the catalogue, with the totals of what is available. */
export interface CheckedCart {
  items: CheckedItem[]
  totals: CartTotals
  /** The methods that fit, and the one that the totals include; null when none fits. */
  shipping: { offers: ShippingOffer[]; method: ShippingOffer | null }
  /** Only gift cards: nothing is shipped. */
  isGiftsOnly: boolean
}

/** The terms for checking and pricing a cart. */
export interface CartTerms extends PriceTerms {
  limit: OrderLimit
  /** The drops whose pieces are limited. */
  limitedDrops: readonly LimitedDrop[]
  /** Products that this browser may buy before the sale. */
  early?: ReadonlySet<ProductId> | undefined
}

/**
 * Checks items in order. Units of one product in several lines are added up, both against the stock and against the
 * limit for one order. A line that asks for too many takes what it can have before later lines.
 */
export function checkItems(
  items: readonly CartItem[],
  products: ReadonlyMap<string, ProductForSale>,
  terms: CartTerms,
): CheckedCart {
  const claimed = new Map<string, number>()
  const claim = (key: string, quantity: number) => claimed.set(key, (claimed.get(key) ?? 0) + quantity)
  const claims = (key: string) => claimed.get(key) ?? 0

  const checked = items.map((item): CheckedItem => {
    const product = products.get(item.productId)
    const refused = { ...item, left: 0, orderLimit: null, soldFrom: null, shipsOn: null }
    if (!product) return { ...refused, status: 'gone', name: null, price: null, taxFree: null }
    const price = dollars(priceOf(product, item.size))
    const known = { name: product.name, price, taxFree: product.taxFree }
    const { soldFrom } = product
    if (soldFrom !== null && !terms.early?.has(product.id))
      return { ...refused, ...known, status: 'not-yet', soldFrom }
    const isOffered = unitsLeft(product, item.size) !== 0 || isOwnAmount(product, item.size)
    if (!isOffered || (item.gift !== undefined) !== isGiftCard(product))
      return { ...refused, ...known, status: 'size-unavailable' }
    const offered = product.sizes.find((one) => one.size === item.size)
    const size = offered?.stock ?? null
    const isCounted = product.stock !== null || size !== null
    const left = smaller(minus(product.stock, claims(product.id)), minus(size, claims(sizeKey(item))))
    const most = maxUnitsOf(product, terms.limit)
    const ofProduct = isCounted ? most - claims(product.id) : null
    const ofSize = minus(size === null ? null : roundedCount(size), claims(sizeKey(item)))
    const drop = terms.limitedDrops.find(({ products: ids }) => ids.includes(product.id))
    const ofPerson = drop ? drop.perPerson - claims(dropKey(drop)) : null
    const available = smaller(smaller(ofProduct, ofSize), ofPerson)
    const ordered = Math.min(item.quantity, available ?? item.quantity)
    if (isCounted) claim(product.id, ordered)
    if (drop) claim(dropKey(drop), ordered)
    claim(sizeKey(item), ordered)
    const shipsOn = preorderDay(offered, claims(sizeKey(item)))
    if (available !== null && available < item.quantity) {
      const isAll = available === left && disclosedStock(left) !== null
      const ofStock = available === ofProduct ? most : roundedCount(size ?? 0)
      const orderLimit = drop && available === ofPerson ? drop.perPerson : ofStock
      return {
        ...item,
        ...known,
        status: 'not-enough',
        left: available,
        orderLimit: isAll ? null : orderLimit,
        soldFrom: null,
        shipsOn,
      }
    }
    return {
      ...item,
      ...known,
      status: 'ok',
      left: disclosedStock(left),
      orderLimit: null,
      soldFrom: null,
      shipsOn,
    }
  })

  const priced = checked.flatMap(({ status, productId, size, gift, quantity, left }) => {
    const product = products.get(productId)
    const available = status === 'ok' ? quantity : (left ?? 0)
    return product && available > 0
      ? [{ ...pricedUnits(product, size, available), productId, size, gift }]
      : []
  })
  const lines = addUpItems(priced)
  const { offers, method } = shippingOf(lines, terms)
  const isGiftsOnly = lines.length > 0 && !lines.some(isShipped)
  return { items: checked, totals: priceCart(lines, terms), shipping: { offers, method }, isGiftsOnly }
}

/** What a shopper has to know before paying: who pays import duty, and what is sent later; null: nothing. */
export function checkoutNote(
  items: readonly CheckedItem[],
  duty: DutyTerms | null,
  words: Pick<Words, 'cart' | 'checkout/refusals' | 'preorder'>,
): string | null {
  const later = items.flatMap(({ name, size, shipsOn }) =>
    name === null || shipsOn === null ? [] : words.preorder.agreed(words.cart.lineName(name, size), shipsOn),
  )
  const isMixed = later.length > 0 && later.length < items.length
  const dutyNote = words['checkout/refusals'].dutyNote(duty)
  const notes = [
    ...(dutyNote === null ? [] : [dutyNote]),
    ...later,
    ...(isMixed ? [words.preorder.together] : []),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

/** Units of a product as pricing needs them. */
export function pricedUnits(product: ProductForSale, size: Size, quantity: number): PricedLine {
  const price = priceOf(product, size)
  const giftCard = isGiftCard(product)
  const { id, taxFree, weight, hsCode, origin, category } = product
  const isReduced = reducedFrom(product) !== null
  return { productId: id, price, quantity, taxFree, weight, hsCode, origin, category, isReduced, giftCard }
}

/** The limit is a share of the product's own count; without one, of the sum of its counted sizes. */
function maxUnitsOf({ stock, sizes }: ProductForSale, limit: OrderLimit): number {
  return maxUnitsPerOrder(stock ?? sizes.reduce((sum, size) => sum + (size.stock ?? 0), 0), limit)
}

function minus(count: number | null, claimed: number): number | null {
  return count === null ? null : count - claimed
}

function smaller(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

function dropKey({ id }: LimitedDrop): string {
  return `drop ${id}`
}

function sizeKey({ productId, size }: Pick<CartItem, 'productId' | 'size'>): string {
  return `${productId} ${size}`
}
