import { findExpiredLinks, findPaymentLink } from '#db/payment-links/payment-links.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { transact } from '#db/engine/transact.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { stopPayment } from '#operations/checkout/payments/stop-payment.ts'
import type { Shop } from '#operations/shop.ts'
import { closeLink } from './close-link.ts'

const BATCH_SIZE = 50

/**
 * Closes the payment links whose time is over: their payments are cancelled at the gateway first, and one that turns
 * out to be paid is settled instead. The orders need attention then. Returns how many links were due.
 */
export async function expirePaymentLinks(shop: Shop): Promise<number> {
  const due = await findExpiredLinks(shop.database.db, shop.now(), BATCH_SIZE)
  for (const link of due) if (!(await settlePaid(shop, link))) await expire(shop, link)
  return due.length
}

async function settlePaid(shop: Shop, { orderId, paymentId }: PaymentLink): Promise<boolean> {
  const payments = shop.database.db.selectFrom('payments').select('intent_id as intentId')
  const { intentId } = await payments.where('id', '=', paymentId).executeTakeFirstOrThrow()
  const intent = intentId === null ? null : await stopPayment(shop, { orderId, intentId })
  if (intent?.state !== 'succeeded') return false
  await settlePayment(shop, intent)
  return true
}

async function expire(shop: Shop, { id, orderId }: PaymentLink): Promise<void> {
  await transact(shop.database, async (tx) => {
    await lockingOrders(tx).select('id').where('id', '=', orderId).execute()
    const now = shop.now()
    const link = await findPaymentLink(tx, id)
    // Paid, closed or extended in the meantime.
    if (link?.state !== 'open' || link.expiresAt > now) return
    await closeLink(tx, orderId, 'expired', now)
    await recordEvent(tx, orderId, now, 'link-expired', { amount: link.amount })
  })
}
