import { findCustomerData, type CustomerData } from '#operations/orders/find-customer-data.ts'
import { formatCents } from '#domain/money.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { ErasurePreview } from './erasure-view.ts'

/** What would be deleted, without changing anything. */
export async function findErasurePreview(shop: Shop, email: string): Promise<ErasurePreview> {
  return erasurePreview(shop, email, await findCustomerData(shop.database.db, email))
}

export function erasurePreview(
  shop: Shop,
  email: string,
  { orders, storeCredit: [credit], messageIds, subscriptionIds, hasBounced }: CustomerData,
): ErasurePreview {
  const time = staffTime(shop)
  return {
    email,
    orders: orders.map(({ number, state, isBalanceDue, createdAt, obstacle }) => ({
      number,
      state,
      isBalanceDue,
      obstacle,
      placedAt: time(createdAt),
    })),
    storeCredit: credit
      ? { id: credit.id, balance: formatCents(credit.balance), isOwed: credit.balance > 0 }
      : null,
    messages: messageIds.length,
    subscriptions: subscriptionIds.length,
    hasBounced,
  }
}
