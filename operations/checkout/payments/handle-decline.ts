import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { recordOneTimeEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { transact } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import { countDecline, findOrderWait } from './decline-limits.ts'
import { releaseHold } from './release-hold.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * A card was declined: the stock is released. After too many declines the payment is cancelled, because its client
 * secret would allow further attempts directly at the gateway. Returns the cancelled payment, otherwise null.
 */
export async function handleDecline(
  shop: Shop,
  intent: PaymentIntent,
  attempt: string,
): Promise<PaymentIntent | null> {
  const payment = await shop.database.db
    .selectFrom('payments')
    .select(['order_id', 'kind'])
    .where('order_id', '=', intent.orderId)
    .where('intent_id', '=', intent.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (!payment) return null
  if (payment.kind === 'link') await recordDeclinedLink(shop, intent.orderId, attempt)
  else await releaseHold(shop, intent.orderId, { reason: 'declined', attempt })
  if ((await findOrderWait(shop, intent.orderId)) === null) return null
  try {
    return await shop.gateway.cancelIntent(intent.id)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    shop.log.error('A payment with too many refused cards could not be closed', error, {
      intentId: intent.id,
    })
    return null
  }
}

/** A paid order holds no stock: its decline is only counted, once. */
async function recordDeclinedLink(shop: Shop, orderId: OrderId, attempt: string): Promise<void> {
  await transact(shop.database, async (tx) => {
    await lockingOrders(tx).select('id').where('id', '=', orderId).execute()
    const detail = { attempt, link: true }
    const event = { kind: 'declined', name: attempt, detail, actor: 'gateway' } as const
    if (await recordOneTimeEvent(tx, orderId, shop.now(), event)) await countDecline(shop, tx, orderId)
  })
}
