import { lockingOrders, recordOnce } from '#db/orders.ts'
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
    const now = shop.now()
    await lockingOrders(tx, shop.database.engine).select('id').where('id', '=', orderId).execute()
    if (!(await recordOnce(tx, orderId, now, 'money-returned', { intentId, amount }))) return
    await tx
      .updateTable('payments')
      .set({ state: 'refunded', updated_at: now })
      .where('order_id', '=', orderId)
      .execute()
  })
}
