import { hasEvent, recordEvent } from '#db/orders.ts'
import { transact } from '#db/transact.ts'
import type { Cents } from '#domain/money.ts'
import type { Shop } from './shop.ts'

/** Gives a whole payment back at the gateway, once however often it is asked, and writes it into the order. */
export async function refundPayment(
  shop: Shop,
  { orderId, intentId, amount }: { orderId: string; intentId: string; amount: Cents },
): Promise<void> {
  await shop.gateway.refund({ intentId, amount, idempotencyKey: `refund-${orderId}` })
  await transact(shop.database, async (tx) => {
    const detail = { intentId, amount }
    if (await hasEvent(tx, orderId, 'money-returned', detail)) return
    await tx
      .updateTable('payments')
      .set({ state: 'refunded', updated_at: shop.now() })
      .where('order_id', '=', orderId)
      .execute()
    await recordEvent(tx, orderId, shop.now(), 'money-returned', detail)
  })
}
