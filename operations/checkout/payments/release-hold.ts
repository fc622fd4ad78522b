import { endHoldTime } from '#db/checkout/hold-times.ts'
import { recordOneTimeEvent, type OneTimeEvent } from '#db/orders/order-events.ts'
import { releaseHeldStock, lockingOrders } from '#db/orders/orders.ts'
import { transact } from '#db/engine/transact.ts'
import { isWin } from '#domain/drops/draw.ts'
import { countDecline } from './decline-limits.ts'
import type { Shop } from '#operations/shop.ts'
import type { OrderId } from '#domain/ids.ts'

/** Why stock is released: this card attempt was declined, or the gateway could not be reached. */
export type ReleaseReason = { reason: 'declined'; attempt: string } | { reason: 'gateway-unavailable' }

/**
 * Releases the stock of an order once, when the hold is deleted. The order stays open, and takes its stock again when
 * the shopper tries again. A repeated or late decline event releases nothing more. What was won in a draw stays held.
 */
export async function releaseHold(shop: Shop, orderId: OrderId, release: ReleaseReason): Promise<void> {
  const { reason } = release
  const { backInStock } = await transact(shop.database, async (tx) => {
    const order = await lockingOrders(tx).select('checkout_id').where('id', '=', orderId).executeTakeFirst()
    const isNew = await recordOneTimeEvent(tx, orderId, shop.now(), eventOf(release))
    if (!isNew && reason === 'declined') return { backInStock: false }
    const by = reason === 'declined' ? 'gateway' : 'system'
    const isKept = order !== undefined && isWin(order.checkout_id)
    const released = isKept
      ? { backInStock: false }
      : await releaseHeldStock(tx, orderId, { by, at: shop.now() })
    await endHoldTime(tx, orderId, shop.now())
    if (reason === 'declined') await countDecline(shop, tx, orderId)
    return released
  })
  if (backInStock) await shop.changes.publish('catalogue')
}

function eventOf(release: ReleaseReason): OneTimeEvent {
  return release.reason === 'declined' ? declinedEvent(release.attempt) : { kind: release.reason }
}

/** A declined card, recorded once for each attempt. */
export function declinedEvent(attempt: string): OneTimeEvent {
  return { kind: 'declined', name: attempt, detail: { attempt }, actor: 'gateway' }
}
