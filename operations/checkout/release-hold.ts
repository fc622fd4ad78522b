import { endHoldTime } from '#db/checkout/hold-times.ts'
import { recordOnce, type OneTimeEvent } from '#db/orders/order-events.ts'
import { giveHoldBack, lockingOrders } from '#db/orders/orders.ts'
import { transact } from '#db/engine/transact.ts'
import { countDecline } from './checkout-limits.ts'
import type { Shop } from '#operations/shop.ts'

/** Why stock goes back: this one attempt with a card was declined, or the gateway could not be asked. */
export type ReleaseReason = { reason: 'declined'; attempt: string } | { reason: 'gateway-unavailable' }

/**
 * Gives the stock of an order back, once: whoever deletes the hold gives it back. The order stays open, and holds its
 * stock again when the shopper tries again. News of a decline that is told twice, or late, gives back nothing more.
 */
export async function releaseHold(shop: Shop, orderId: string, release: ReleaseReason): Promise<void> {
  const { reason } = release
  const { backInStock } = await transact(shop.database, async (tx) => {
    await lockingOrders(tx).select('id').where('id', '=', orderId).execute()
    const isNews = await recordOnce(tx, orderId, shop.now(), eventOf(release))
    if (!isNews && reason === 'declined') return { backInStock: false }
    const given = await giveHoldBack(tx, orderId)
    await endHoldTime(tx, orderId, shop.now())
    if (reason === 'declined') await countDecline(shop, tx, orderId)
    return given
  })
  if (backInStock) await shop.changes.tell('catalogue')
}

function eventOf(release: ReleaseReason): OneTimeEvent {
  return release.reason === 'declined' ? declinedEvent(release.attempt) : { kind: release.reason }
}

/** A card was declined: once for each attempt, whoever tells of it. */
export function declinedEvent(attempt: string): OneTimeEvent {
  return { kind: 'declined', name: attempt, detail: { attempt }, actor: 'gateway' }
}
