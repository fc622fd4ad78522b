import { findHeldUnits } from '#db/checkout/held-units.ts'
import { findProductsForSale, type ProductForSale } from '#db/catalogue/products-for-sale.ts'
import type { StockUnits } from '#db/catalogue/stock.ts'
import { LARGEST_CHARGE } from '#domain/money.ts'
import type { OrderLimit } from '#domain/checkout/order-limit.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import { TARIFF, type Destination } from '#domain/checkout/tariff.ts'
import { checkItems, type CheckedCart, type Item } from './check-items.ts'
import type { Shop } from '#operations/shop.ts'

/** A cart that can be had as it is, with the products it was checked against. */
export interface GoodCart {
  kind: 'good'
  totals: CartTotals
  products: ReadonlyMap<string, ProductForSale>
}

/** Why a cart cannot be ordered as it is, and how it could be. */
export type CartRefusal =
  | { kind: 'cart-changed' | 'amount-differs'; cart: CheckedCart }
  | { kind: 'too-expensive'; totals: CartTotals }

/**
 * Checks a cart against the catalogue without locking or writing anything, so that whoever comes too late costs a read
 * that many share. What was seen may be sold before it is taken.
 */
export async function lookAtCart(shop: Shop, cart: AskedCart): Promise<GoodCart | CartRefusal> {
  return judge(cart, await offeredFor(shop, cart), shop.settings.orderLimit)
}

/** As `lookAtCart`; what is held for the shopper's own checkout counts as there. */
export async function lookAtOwnCart(shop: Shop, cart: AskedCart): Promise<GoodCart | CartRefusal> {
  const offered = await offeredFor(shop, cart)
  const limit = shop.settings.orderLimit
  const seen = judge(cart, offered, limit)
  if (seen.kind !== 'cart-changed') return seen
  // Asked afterwards: what another request for this checkout has just taken is seen here at the latest.
  const own = await findHeldUnits(shop.database, cart.checkoutId)
  return own.length === 0 ? seen : judge(cart, withOwnUnits(offered, own), limit)
}

/** What a checkout asks for, and where it goes. `amount`: the total that the shopper saw. */
interface AskedCart {
  checkoutId: string
  items: readonly Item[]
  amount: number
  customer: Destination
}

function offeredFor({ database }: Shop, { items }: AskedCart) {
  return findProductsForSale(
    database,
    items.map(({ productId }) => productId),
  )
}

/** The products as they would be if these pieces were given back. */
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

function judge(
  { items, amount, customer }: AskedCart,
  products: ReadonlyMap<string, ProductForSale>,
  limit: OrderLimit,
): GoodCart | CartRefusal {
  const cart = checkItems(items, products, { limit, destination: customer, tariff: TARIFF })
  const { totals } = cart
  if (cart.items.some(({ status }) => status !== 'ok')) return { kind: 'cart-changed', cart }
  if (totals.total > LARGEST_CHARGE) return { kind: 'too-expensive', totals }
  if (totals.total !== amount) return { kind: 'amount-differs', cart }
  return { kind: 'good', totals, products }
}
