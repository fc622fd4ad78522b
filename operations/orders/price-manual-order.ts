import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { readProductsForSale, type ProductForSale } from '#db/catalog/products-for-sale.ts'
import { priceCart, shippingOf, type CartTotals } from '#domain/checkout/pricing.ts'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { orderShipping } from '#domain/checkout/shipping/order-shipping.ts'
import { findServiceProblem, type ServiceProblem } from '#domain/checkout/shipping/service-problem.ts'
import type { ShippingOffer } from '#domain/checkout/shipping/shipping-methods.ts'
import { placeOfShop, type Tariff } from '#domain/checkout/tariff.ts'
import type { Cents } from '#domain/money.ts'
import type { ManualPriceRequest } from '#domain/checkout/manual-order.ts'
import type { Delivery } from '#domain/orders/order.ts'
import type { OrderShipping } from '#domain/orders/order-shipping.ts'
import { priceOf } from '#domain/catalog/gift-amounts.ts'
import { pricedUnits } from '#operations/checkout/check-items.ts'
import { findLineProblem, type LineProblem } from '#operations/find-line-problem.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import type { Shop } from '#operations/shop.ts'

/** A manual order at current prices, with the products it was checked against. */
export interface PricedManualOrder {
  products: ReadonlyMap<string, ProductForSale>
  /** By line; null: available. */
  problems: (LineProblem | null)[]
  /** Catalogue prices by line; null for a product that is not on sale. */
  prices: (Cents | null)[]
  /** The totals of the lines whose product is on sale. */
  totals: CartTotals
  shipping: OrderShipping
  delivery: Delivery
  /** The methods that fit, and why none does. An order in person has neither. */
  offers: readonly ShippingOffer[]
  problem: ServiceProblem | null
}

/** Checks and prices a manual order against the catalogue. Nothing is taken. */
export async function priceManualOrder(shop: Shop, request: ManualPriceRequest): Promise<PricedManualOrder> {
  const at = { tariff: await currentTariff(shop), now: shop.now() }
  return priceManualLines(shop.database.db, request, at)
}

/** The same within a transaction: lock the products first. */
export async function priceManualLines(
  db: Kysely<Database>,
  { lines, delivery, shipping, shippingMethod, customer }: ManualPriceRequest,
  { tariff, now }: { tariff: Tariff; now: number },
): Promise<PricedManualOrder> {
  const products = await readProductsForSale(
    db,
    lines.map(({ productId }) => productId),
    now,
  )
  const taken = new Map<string, number>()
  const problems = lines.map(({ productId, size, quantity }): LineProblem | null => {
    const [ofProduct, ofSize] = [taken.get(productId) ?? 0, taken.get(`${productId} ${size}`) ?? 0]
    taken.set(productId, ofProduct + quantity)
    taken.set(`${productId} ${size}`, ofSize + quantity)
    return findLineProblem(products.get(productId), { size, quantity }, { ofProduct, ofSize })
  })
  const priced = lines.flatMap(({ productId, size, quantity, unitPrice, reason }) => {
    const product = products.get(productId)
    if (product === undefined) return []
    return [
      {
        ...pricedUnits(product, size, quantity),
        ...(unitPrice !== null && { change: { price: unitPrice, reason } }),
      },
    ]
  })
  const { country, region, postal } = customer
  const destination = delivery === 'ship' ? { country, region, postal } : placeOfShop(tariff)
  const freeShipping = delivery === 'in-person' || !shipping
  const choices = { ...NO_CHOICES, shippingMethod }
  const terms = { destination, tariff, freeShipping, choices }
  const { offers, method } = shippingOf(priced, terms)
  const sent = orderShipping(tariff, method, destination.country)
  const isSent = delivery === 'ship'
  return {
    products,
    problems,
    prices: lines.map(({ productId, size }) => {
      const product = products.get(productId)
      return product === undefined ? null : priceOf(product, size)
    }),
    totals: priceCart(priced, terms),
    shipping: sent.shipping,
    delivery: isSent ? sent.delivery : delivery,
    offers: isSent ? offers : [],
    problem: isSent && priced.length > 0 ? findServiceProblem(tariff, destination, offers) : null,
  }
}
