import type { OrderId } from '#domain/ids.ts'
import type { Shop } from '#operations/shop.ts'
import { settlePayment } from './settle-payment.ts'
import { stopPayment } from './stop-payment.ts'

/** The payments of an order as staff saw it: none when it has changed since. */
export function paymentsOfVersion(
  { database }: Pick<Shop, 'database'>,
  { number, version }: { number: string; version: number },
) {
  return database.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id as orderId', 'payments.intent_id as intentId'])
    .where('orders.number', '=', number)
    .where('orders.version', '=', version)
}

/**
 * Cancels a payment at the gateway, if the gateway has it. True when it turned out to be paid, and is settled now. When
 * the gateway cannot be reached, the reconciler cancels it next.
 */
export async function stopOrSettle(
  shop: Shop,
  payment: { orderId: OrderId; intentId: string | null } | undefined,
): Promise<boolean> {
  if (!payment || payment.intentId === null) return false
  const { orderId, intentId } = payment
  const intent = await stopPayment(shop, { orderId, intentId })
  if (intent?.state !== 'succeeded') return false
  await settlePayment(shop, intent)
  return true
}
