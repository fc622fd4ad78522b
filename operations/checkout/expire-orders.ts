import { moveOrder } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { giveHoldBack, lockingOrders } from '#db/orders/orders.ts'
import { transact } from '#db/engine/transact.ts'
import { askInTurn } from '#operations/ask-in-turn.ts'
import { settlePayment } from './settle-payment.ts'
import type { Shop } from '#operations/shop.ts'
import { stopPayment } from './stop-payment.ts'

const AT_ONCE = 1_000
/** How long the stock waits for the gateway's word. */
const PATIENCE_MS = 5_000

/**
 * Closes checkouts that were not paid in time and gives their stock back. The gateway is told first, so that nobody
 * pays for it afterwards; when it says that the money is there already, the order is settled instead. Stock does not
 * wait for a slow gateway: after five seconds the other orders are closed, and the reconciler has their payments
 * cancelled next. Answers how many orders it has closed.
 */
export async function expireOrders(shop: Shop, patience = AbortSignal.timeout(PATIENCE_MS)): Promise<number> {
  const due = await shop.database.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id as orderId', 'payments.intent_id as intentId'])
    .where('orders.state', '=', 'pending')
    .where('payments.kind', '=', 'card')
    .where('orders.updated_at', '<=', shop.now() - shop.settings.holdMinutes * 60_000)
    .orderBy('orders.updated_at')
    .limit(AT_ONCE)
    .execute()
  const isOver = new Promise<null>((resolve) => {
    patience.addEventListener('abort', () => resolve(null), { once: true })
  })
  let closed = 0
  await askInTurn(
    due,
    async ({ orderId, intentId }) => {
      const intent =
        intentId === null || patience.aborted
          ? null
          : await Promise.race([stopPayment(shop, { orderId, intentId }), isOver])
      if (intent?.state === 'succeeded') await settlePayment(shop, intent)
      else if (await close(shop, orderId)) closed += 1
    },
    patience,
  )
  return closed
}

async function close(shop: Shop, orderId: string): Promise<boolean> {
  const latest = shop.now() - shop.settings.holdMinutes * 60_000
  const result = await transact(shop.database, async (tx) => {
    const order = await lockingOrders(tx)
      .select('id')
      .where('id', '=', orderId)
      .where('state', '=', 'pending')
      .where('updated_at', '<=', latest)
      .executeTakeFirst()
    if (!order) return null
    await moveOrder(tx, { id: orderId, state: 'pending' }, 'expired', shop.now())
    await recordEvent(tx, orderId, shop.now(), 'expired')
    return giveHoldBack(tx, orderId)
  })
  if (result?.backInStock) await shop.changes.tell('catalogue')
  return result !== null
}
