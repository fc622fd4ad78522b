import { findCheckout } from '#db/checkout/checkouts.ts'
import type { OrderId } from '#domain/ids.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { Shop } from '#operations/shop.ts'

/** After that, the next visitor of a shared browser must not be led to the order. */
const RECENT_MS = 60 * 60_000

/**
 * The client secret of a checkout's payment, for a tab that knows only the checkout, or the order that was paid without
 * one. Null: nothing was requested.
 */
export async function findPayment(
  { database }: Shop,
  checkoutId: string,
): Promise<string | { id: OrderId; number: string } | null> {
  const checkout = await findCheckout(database, checkoutId)
  if (checkout === null || checkout.clientSecret !== null) return checkout?.clientSecret ?? null
  const { orderId: id, orderNumber: number, state } = checkout
  return state === 'paid' || state === 'fulfilled' ? { id, number } : null
}

/** What was paid with an order. `isRecent`: within the last hour. */
export async function readPaidItems(
  { database, now }: Shop,
  orderNumber: string,
): Promise<{ items: CartItem[]; isRecent: boolean }> {
  const order = await findOrderByNumber(database.db, orderNumber)
  return {
    items: order?.lines.map(({ productId, size, quantity }) => ({ productId, size, quantity })) ?? [],
    isRecent: now() - (order?.paidAt ?? now()) <= RECENT_MS,
  }
}
