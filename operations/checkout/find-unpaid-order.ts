import { lockingOrders } from '#db/orders/orders.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { ExistingOrder } from '#db/orders/write-order.ts'
import type { OrderId } from '#domain/ids.ts'
import { mayBecome } from '#domain/orders/order.ts'

/** After that, a cart that comes back is a new order, with the day of its purchase. */
const RESUMABLE_MS = 24 * 60 * 60_000

/**
 * The existing order of this checkout, locked. An order that was cancelled or refunded, or expired a day ago, is
 * detached from the checkout, which creates another one, and this is null.
 */
export async function findUnpaidOrder(
  tx: Tx,
  checkoutId: string,
  now: number,
): Promise<ExistingOrder | { paidAs: string } | null> {
  const known = await lockingOrders(tx)
    .select([
      'id',
      'number',
      'state',
      'search_text as searchText',
      'updated_at as updatedAt',
      'pay_by as payBy',
    ])
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst()
  if (!known) return null
  const { state, updatedAt } = known
  const isOld = state === 'expired' && updatedAt <= now - RESUMABLE_MS
  if (isOld || state === 'refunded' || state === 'cancelled') {
    await tx.updateTable('orders').set({ checkout_id: known.id }).where('id', '=', known.id).execute()
    return null
  }
  if (state !== 'pending' && !mayBecome(state, 'pending')) return { paidAs: known.number }
  return { ...known, state }
}

/** Everything that a shopper can change in an order, to tell a change from another attempt to pay. */
export async function orderContent(tx: Tx, id: OrderId): Promise<string> {
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['orders.name', 'email', 'phone', 'address', 'city', 'region', 'country', 'postal', 'note'])
    .select(['order_lines.name as product', 'product_id', 'size', 'unit_price_cents', 'quantity'])
    .select(['picture_key', 'total_cents'])
    .where('orders.id', '=', id)
    .orderBy('position')
    .execute()
  return JSON.stringify(rows)
}
