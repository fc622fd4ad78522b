import { sql } from 'kysely'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { giveUpRefund, type RefundTask } from './record-refund.ts'
import { refundPayment } from './refund-payment.ts'
import type { RefundState } from '#domain/refund.ts'
import type { Shop } from './shop.ts'

const AT_ONCE = 50
const KEEP_ASKING_MS = 30 * 24 * 60 * 60_000

/**
 * Asks the gateway about refunds that wait for a bank: their webhook may have been lost. Some at a time, `after` the
 * one that the last round ended with, for thirty days; answers where the next round goes on. One that the outbox has
 * given up, by a process that died before it could say so, is brought to a person: it is never asked for again by
 * itself, since somebody may have returned the money meanwhile.
 */
export async function reconcileRefunds(shop: Shop, after = ''): Promise<string> {
  const open = await shop.database.db
    .selectFrom('refunds')
    .select(['id as refundId', 'order_id as orderId', 'gateway_refund_id as gatewayName'])
    .where('state', '=', 'asked' satisfies RefundState)
    .where('created_at', '>=', shop.now() - KEEP_ASKING_MS)
    .where('id', '>', after)
    .where(
      sql<boolean>`not exists (select 1 from outbox where dedupe_key = 'refund:' || refunds.id
        and done_at is null and gave_up_at is null)`,
    )
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  for (const { gatewayName, ...task } of open) {
    if (gatewayName === null) await giveUpRefund(shop, task, 'The gateway did not answer.')
    else if (!(await ask(shop, task))) return task.refundId
  }
  return open.length < AT_ONCE ? '' : (open.at(-1)?.refundId ?? '')
}

/** False when the gateway cannot be reached: the round ends. */
async function ask(shop: Shop, task: RefundTask): Promise<boolean> {
  try {
    await refundPayment(shop, task)
    return true
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    shop.log.error('The gateway does not answer about a refund', error, { ...task })
    return false
  }
}
