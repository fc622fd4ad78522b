import { findHeldUnits } from '#db/checkout/held-units.ts'
import { findProductsForSale, type ProductForSale } from '#db/catalogue/products-for-sale.ts'
import type { StockUnits } from '#db/catalogue/stock.ts'
import { LARGEST_CHARGE } from '#domain/money.ts'
import type { OrderLimit } from '#domain/checkout/order-limit.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import { checkItems, type CheckedCart } from './check-items.ts'
import { priceTerms, type OrderRequest } from './order-request.ts'
import type { Shop } from '#operations/shop.ts'

/** A cart that is available as requested, with the products it was checked against. */
export interface AvailableCart {
  kind: 'good'
  totals: CartTotals
  products: ReadonlyMap<string, ProductForSale>
}

/** Why a cart cannot be ordered as it is, and what is available instead. */
export type CartRefusal =
  | { kind: 'cart-changed' | 'amount-differs'; cart: CheckedCart }
  | { kind: 'too-expensive'; totals: CartTotals }

/**
 * Checks a cart against the catalogue without locking or writing, so that a sold-out cart costs only a shared read.
 * Stock may still be sold before it is taken.
 */
export async function checkCart(shop: Shop, cart: OrderRequest): Promise<AvailableCart | CartRefusal> {
  return check(cart, await offeredFor(shop, cart), shop.settings.orderLimit)
}

/** Like `checkCart`, but the units held for this checkout count as available. */
export async function checkOwnCart(shop: Shop, cart: OrderRequest): Promise<AvailableCart | CartRefusal> {
  const offered = await offeredFor(shop, cart)
  const limit = shop.settings.orderLimit
  const seen = check(cart, offered, limit)
  if (seen.kind !== 'cart-changed') return seen
  // Read after the first check: it sees what another request of this checkout has just taken.
  const own = await findHeldUnits(shop.database, cart.checkoutId)
  return own.length === 0 ? seen : check(cart, withOwnUnits(offered, own), limit)
}

function offeredFor({ database }: Shop, { items }: OrderRequest) {
  return findProductsForSale(
    database,
    items.map(({ productId }) => productId),
  )
}

/** The products as they would be with these units released. */
export function withOwnUnits(
  products: ReadonlyMap<string, ProductForSale>,
  own: readonly StockUnits[],
): ReadonlyMap<string, ProductForSale> {
  const restored = new Map(products)
  for (const { productId, size, quantity } of own) {
    const product = restored.get(productId)
    if (!product) continue
    restored.set(productId, {
      ...product,
      stock: product.stock === null ? null : product.stock + quantity,
      sizes: product.sizes.map((one) =>
        one.size === size && one.stock !== null ? { ...one, stock: one.stock + quantity } : one,
      ),
    })
  }
  return restored
}

function check(
  request: OrderRequest,
  products: ReadonlyMap<string, ProductForSale>,
  limit: OrderLimit,
): AvailableCart | CartRefusal {
  const cart = checkItems(request.items, products, { limit, ...priceTerms(request) })
  const { totals } = cart
  if (cart.items.some(({ status }) => status !== 'ok')) return { kind: 'cart-changed', cart }
  if (totals.total > LARGEST_CHARGE) return { kind: 'too-expensive', totals }
  if (totals.total !== request.amount) return { kind: 'amount-differs', cart }
  return { kind: 'good', totals, products }
}
