import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { readStoredTime, storeTime } from '#db/engine/stored-times.ts'
import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { callGatewayForEach, StopCalling } from '#operations/call-gateway-for-each.ts'
import { GATEWAY_KINDS } from '#domain/checkout/payment.ts'
import { settlePayment } from './settle-payment.ts'
import type { Shop } from '#operations/shop.ts'

const SEARCHED_TO = 'orphan-payments-searched-to'
/** A younger payment may not be stored yet by the request that created it. */
const MIN_AGE_MS = 2 * 60_000
/** The gateway's clock may differ. */
const MAX_CLOCK_SKEW_MS = 10 * 60_000
const FIRST_SEARCH_MS = 30 * 24 * 60 * 60_000

/**
 * Cancels orphan payments at the gateway: a process was killed, or the answer was lost, between creating a payment and
 * storing it. Their client secret never left the server, but they would stay open forever. Only payments for orders in
 * this database are cancelled, because another shop may use the same account. Returns how many were cancelled.
 */
export async function closeOrphanPayments(shop: Shop): Promise<number> {
  const { db } = shop.database
  const to = shop.now() - MIN_AGE_MS
  const from = (await readStoredTime(db, SEARCHED_TO)) ?? to - FIRST_SEARCH_MS
  let closed = 0
  for await (const page of shop.gateway.listUnpaid({ from: from - MAX_CLOCK_SKEW_MS, to })) {
    await callGatewayForEach(await unknownAmong(db, page), async (intent) => {
      if (await cancel(shop, intent)) closed += 1
    })
  }
  await storeTime(db, SEARCHED_TO, to)
  if (closed > 0) shop.log.info('Payments that no order knows were cancelled at the gateway', { closed })
  return closed
}

/** The payments for orders of this shop that no payment of the order refers to. */
async function unknownAmong(
  db: Kysely<Database>,
  intents: readonly PaymentIntent[],
): Promise<PaymentIntent[]> {
  const orderIds = [...new Set(intents.map(({ orderId }) => orderId))]
  if (orderIds.length === 0) return []
  const payments = await db
    .selectFrom('payments')
    .select(['order_id', 'intent_id'])
    .where('order_id', 'in', orderIds)
    .where('kind', 'in', GATEWAY_KINDS)
    .execute()
  const known = new Set(payments.map(({ intent_id }) => intent_id))
  const ours = new Set(payments.map(({ order_id }) => order_id))
  return intents.filter(({ id, orderId }) => ours.has(orderId) && !known.has(id))
}

/**
 * A checkout or link that is resumed uses another idempotency key from now on; otherwise the gateway would return the
 * payment that is cancelled here. False when the payment was stored or paid in the meantime.
 */
async function cancel(shop: Shop, { id, orderId }: PaymentIntent): Promise<boolean> {
  const { db } = shop.database
  await db
    .updateTable('payments')
    .set((e) => ({ attempt: e('attempt', '+', 1) }))
    .where('order_id', '=', orderId)
    .where('kind', 'in', GATEWAY_KINDS)
    .where('intent_id', 'is', null)
    .execute()
  const known = await db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('intent_id', '=', id)
    .executeTakeFirst()
  if (known) return false
  try {
    const intent = await shop.gateway.cancelIntent(id)
    await settlePayment(shop, intent)
    return intent.state === 'canceled'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.temporary) throw new StopCalling(error)
    shop.log.error('An orphan payment could not be cancelled', error, { intentId: id })
    return false
  }
}
