import { raiseVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue, lockUnsentMails } from '#db/outbox/outbox.ts'
import type { Fulfilment } from '#domain/orders/order.ts'
import { PARCEL_MAIL_KINDS } from '#domain/outbox/task-kinds.ts'
import { changeAsStaff, type ChangeRefusal, type StaffChange } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

/** The tracking details of a sent order as they should be. `tellCustomer`: by mail that they changed. */
export interface TrackingChange extends StaffChange, Omit<Fulfilment, 'at'> {
  tellCustomer: boolean
}

type TrackingOutcome =
  | { kind: 'tracking-changed' }
  /** They are as requested already. */
  | { kind: 'nothing-changed' }
  /** There is nothing to tell the customer. */
  | { kind: 'no-tracking' }

/**
 * Adds or corrects the tracking details of a sent order. A mail about the parcel that was not sent yet will have the
 * new ones, so that no second one is needed.
 */
export async function changeTracking(
  shop: Shop,
  change: TrackingChange,
): Promise<TrackingOutcome | ChangeRefusal> {
  const { by, carrier, trackingNumber, trackingLink, tellCustomer } = change
  return changeAsStaff(shop, 'tracking', change, async (tx, { id, version }): Promise<TrackingOutcome> => {
    const parcel = { carrier, tracking_number: trackingNumber, tracking_link: trackingLink }
    const before = await tx
      .selectFrom('orders')
      .select(['carrier', 'tracking_number', 'tracking_link'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (JSON.stringify(Object.values(before)) === JSON.stringify(Object.values(parcel))) {
      return { kind: 'nothing-changed' }
    }
    if (tellCustomer && carrier + trackingNumber + trackingLink === '') return { kind: 'no-tracking' }
    const now = shop.now()
    await raiseVersion(tx, id, now, parcel)
    const detail = { carrier, trackingNumber, trackingLink, told: tellCustomer }
    await recordEvent(tx, id, now, 'tracking-changed', detail, by)
    if (tellCustomer && (await lockUnsentMails(tx, id, PARCEL_MAIL_KINDS)).length === 0) {
      const kind = 'tracking-changed'
      const payload = { orderId: id, id: `${kind}-${id}-${version}` }
      await enqueue(tx, [{ kind, payload, dedupeKey: `${kind}:${id}:${version}` }], now)
    }
    return { kind: 'tracking-changed' }
  })
}
