import { moveOrder, raiseVersion } from '#db/orders/move-order.ts'
import type { Tx } from '#db/engine/transact.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import type { Fulfilment } from '#domain/orders/order.ts'
import { standingState } from '#domain/refunds/refund.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type StaffChange,
} from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Marks a paid order as sent, and mails the tracking details to the shopper. Refused while all of its money is being
 * refunded. A partly refunded order stays in that state, as it would the other way round.
 */
export async function fulfilOrder(
  shop: Shop,
  change: StaffChange & Omit<Fulfilment, 'at'>,
): Promise<{ kind: 'fulfilled' } | ChangeRefusal> {
  return changeAsStaff(shop, 'fulfil', change, (tx, order) => writeFulfilment(tx, order, change, shop.now()))
}

/** Writes that a locked order, which may be fulfilled, was sent, and enqueues the mail. */
export async function writeFulfilment(
  tx: Tx,
  order: ChangingOrder,
  { by, carrier, trackingNumber, trackingLink }: { by: string } & Omit<Fulfilment, 'at'>,
  now: number,
): Promise<{ kind: 'fulfilled' }> {
  const { id, state, version, received, refunds } = order
  const parcel = {
    fulfilled_at: now,
    carrier,
    tracking_number: trackingNumber,
    tracking_link: trackingLink,
  }
  const standing = standingState({ received, refunds, isFulfilled: true })
  if (standing === state) await raiseVersion(tx, id, now, parcel)
  else await moveOrder(tx, order, standing, now, parcel)
  await recordEvent(tx, id, now, 'fulfilled', { carrier, trackingNumber, trackingLink }, by)
  const mail: OutboxTask = {
    kind: 'order-fulfilled',
    payload: { orderId: id, id: `order-fulfilled-${id}-${version}` },
    // A fulfilment may be undone, and made again.
    dedupeKey: `order-fulfilled:${id}:${version}`,
  }
  await enqueue(tx, [mail], now)
  return { kind: 'fulfilled' }
}
