import { sql } from 'kysely'
import { transact } from '#db/engine/transact.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { lookUpRefund } from './look-up-refund.ts'
import type { RefundTask } from '#operations/request-refund.ts'
import { giveUpRefund } from './record-refund.ts'
import { toRefundId, type RefundId } from '#domain/ids.ts'
import { REFUND_OVERDUE_MS, type RefundState } from '#domain/refunds/refund.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 50
/** The last attempt of a refund that was given up may still be in progress at the gateway. */
const IN_PROGRESS_MS = 60 * 60_000

/**
 * Checks pending refunds at the gateway, because their webhook may be lost, and looks up unconfirmed ones, for thirty
 * days. In batches: `after` is where the last round ended, and the result is where the next one starts. A refund that
 * the outbox gave up, in a process that died before it recorded that, is flagged for review and never repeated
 * automatically, because staff may have returned the money in the meantime. Older ones: flag-overdue-refunds.ts.
 */
export async function reconcileRefunds(shop: Shop, after = toRefundId('')): Promise<RefundId> {
  const now = shop.now()
  const open = await shop.database.db
    .selectFrom('refunds')
    .select(['id as refundId', 'order_id as orderId', 'gateway_refund_id as gatewayName', 'state'])
    .where('state', 'in', ['asked', 'unconfirmed'] satisfies RefundState[])
    .where('created_at', '>=', now - REFUND_OVERDUE_MS)
    .where('id', '>', after)
    .where(
      sql<boolean>`not exists (select 1 from outbox where dedupe_key = 'refund:' || refunds.id
        and done_at is null and (gave_up_at is null
          or refunds.state = 'unconfirmed' and gave_up_at > ${now - IN_PROGRESS_MS}))`,
    )
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  for (const { gatewayName, state, ...task } of open) {
    const isUnconfirmed = state === ('unconfirmed' satisfies RefundState)
    if (!isUnconfirmed && gatewayName === null) await giveUp(shop, task)
    else if (!(await lookUp(shop, task))) return task.refundId
  }
  return open.length < BATCH_SIZE ? toRefundId('') : (open.at(-1)?.refundId ?? toRefundId(''))
}

function giveUp(shop: Shop, task: RefundTask): Promise<void> {
  return transact(shop.database, (tx) =>
    giveUpRefund(shop, tx, task, 'The payment provider did not respond.'),
  )
}

/** False when the gateway cannot be reached: the round ends. An error about one refund does not hold up the others. */
async function lookUp(shop: Shop, task: RefundTask): Promise<boolean> {
  try {
    await lookUpRefund(shop, task)
    return true
  } catch (error) {
    shop.log.error('A refund could not be looked up', error, { ...task })
    return !(error instanceof GatewayError && error.temporary)
  }
}
