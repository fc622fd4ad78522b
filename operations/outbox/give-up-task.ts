import * as v from 'valibot'
import { markGivenUp } from '#db/outbox/given-up-tasks.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import type { LeasedTask } from '#db/outbox/leased-task.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { failRecipient, ISSUE_MAIL } from '#operations/newsletter/send-issues.ts'
import { NEWSLETTER_MAIL } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { giveUpRefund } from '#operations/refunds/record-refund.ts'
import { REFUND, refundSchema } from '#operations/refunds/refund-payment.ts'
import { GIVEN_UP_ALERT } from './send-given-up-alert.ts'
import type { Shop } from '#operations/shop.ts'
import { toOrderId, type OrderId } from '#domain/ids.ts'

const orderSchema = v.object({ orderId: v.pipe(v.string(), v.transform(toOrderId)) })

/** Strangers may have typed these addresses; nobody waits for the last one. */
const UNTOLD_BOUNCES: ReadonlySet<string> = new Set([
  NEWSLETTER_MAIL,
  'reminder-confirm',
  'drop-begins',
  'back-in-stock',
  'draw-entry',
  'draw-lost',
  'how-it-fits',
])

/**
 * Gives up a task permanently, and notifies the owner in the same transaction: in the order's history, and by mail. A
 * refund marks its order as needing attention, with a separate mail. A given-up alert is only shown in the staff area,
 * because another mail would fail too; a bounced newsletter address is not worth a mail, and a newsletter counts its
 * own.
 */
export async function giveUpTask(
  shop: Shop,
  { id, kind, payload }: LeasedTask,
  reason: string,
  { isBounce = false } = {},
): Promise<void> {
  const now = shop.now()
  await transact(shop.database, async (tx) => {
    const about = v.safeParse(orderSchema, payload)
    const order = about.success ? await lockOrder(tx, about.output.orderId) : undefined
    const refund = kind === REFUND && order ? v.parse(refundSchema, payload) : null
    const isUntold = kind === GIVEN_UP_ALERT || kind === ISSUE_MAIL || (isBounce && UNTOLD_BOUNCES.has(kind))
    if (!(await markGivenUp(tx, id, { reason, toldBy: isUntold || refund ? id : null, now }))) return
    if (kind === ISSUE_MAIL) await failRecipient(tx, payload, isBounce)
    if (isUntold) return
    if (refund) return giveUpRefund(shop, tx, refund, reason)
    if (order) await recordEvent(tx, order.id, now, 'mail-given-up', { mail: kind, failure: reason })
    const alert: OutboxTask = {
      kind: GIVEN_UP_ALERT,
      payload: { taskId: id },
      dedupeKey: `${GIVEN_UP_ALERT}:${id}`,
    }
    await enqueue(tx, [alert], now)
  })
}

function lockOrder(tx: Tx, id: OrderId) {
  return lockingOrders(tx).select('id').where('id', '=', id).executeTakeFirst()
}
