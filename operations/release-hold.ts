import { deleteHold, hasEvent, recordEvent } from '#db/orders.ts'
import { returnStock } from '#db/stock.ts'
import { transact } from '#db/transact.ts'
import type { Shop } from './shop.ts'

/** Why stock goes back: this one attempt with a card was declined, or the gateway could not be asked. */
export type ReleaseReason = { reason: 'declined'; attempt: string } | { reason: 'gateway-unavailable' }

/**
 * Gives the stock of an order back, once: whoever deletes the hold gives it back. The order stays open, and holds its
 * stock again when the shopper tries again. News of a decline that is told twice, or late, gives back nothing more.
 */
export async function releaseHold(shop: Shop, orderId: string, reason: ReleaseReason): Promise<void> {
  const { backInStock } = await transact(shop.database, async (tx) => {
    if (reason.reason === 'declined' && (await hasEvent(tx, orderId, 'released', reason))) {
      return { backInStock: false }
    }
    const held = await deleteHold(tx, orderId)
    await recordEvent(tx, orderId, shop.now(), 'released', reason)
    return returnStock(tx, held)
  })
  if (backInStock) await shop.changes.tell('catalogue')
}
