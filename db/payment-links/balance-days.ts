import { toPaymentId, type OrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Tx } from '#db/engine/transact.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { markSalesForRecount } from '#db/orders/mark-sales-for-recount.ts'

/** The events that show when a payment by link arrived. */
const RECEIPTS = ['balance-paid', 'balance-returned', 'does-not-agree'] as const

/**
 * Earlier versions counted the balance of a changed order on the day of the order. This stores when it arrived: an
 * external payment when it was recorded, a payment by link when the gateway reported it. A payment without such a
 * record stays on the order's day.
 */
export const balanceDays = {
  name: 'balance-days',
  async fill(tx: Tx, after: string | null, limit: number) {
    const payments = await tx
      .selectFrom('payments')
      .select('id')
      .where('id', '>', toPaymentId(after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    const [first, last] = [payments[0], payments.at(-1)]
    if (first === undefined || last === undefined) return null
    const balances = await tx
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['payments.id', 'kind', 'intent_id as intentId', 'payments.created_at as createdAt'])
      .select(['order_id as orderId', 'paid_at as paidAt'])
      .where('payments.id', '>=', first.id)
      .where('payments.id', '<=', last.id)
      .where('kind', '!=', 'card')
      .where('received_at', 'is', null)
      .where('received_cents', '>', cents(0))
      .execute()
    for (const { id, kind, intentId, createdAt, orderId, paidAt } of balances) {
      if (paidAt === null) continue
      const at = kind === 'external' ? createdAt : await findReceipt(tx, orderId, intentId)
      if (at === null || at <= paidAt) continue
      await lockingOrders(tx).select('id').where('id', '=', orderId).execute()
      await tx.updateTable('payments').set({ received_at: at }).where('id', '=', id).execute()
      await markSalesForRecount(tx, orderId)
    }
    return { last: last.id, rows: payments.length }
  },
}

/** When the gateway first reported this payment; null: the history does not say. */
async function findReceipt(tx: Tx, orderId: OrderId, intentId: string | null): Promise<number | null> {
  const events = await tx
    .selectFrom('order_events')
    .select(['at', 'detail'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', RECEIPTS)
    .orderBy('at')
    .execute()
  const receipt = events.find(
    ({ detail }) => (JSON.parse(detail ?? '{}') as { intentId?: string }).intentId === intentId,
  )
  return receipt?.at ?? null
}
