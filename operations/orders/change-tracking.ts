import { incrementVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findShipments, writeTracking } from '#db/orders/shipments.ts'
import { enqueue, lockUnsentMails } from '#db/outbox/outbox.ts'
import type { Tracking } from '#domain/orders/fulfilment.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { withCarrier } from '#domain/packing/carriers.ts'
import { changeInTransaction, type ChangeRefusal, type StaffChange } from '#operations/change-as-staff.ts'
import { parcelMailsOf } from '#operations/parcel-mails.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * The tracking details of a shipment as they should be. `shipment`: its number within the order. `tellCustomer`: by
 * mail that they changed.
 */
export interface TrackingChange extends StaffChange, Tracking {
  shipment: number
  tellCustomer: boolean
}

type TrackingOutcome =
  | { kind: 'tracking-changed' }
  /** The tracking details are already as requested. */
  | { kind: 'nothing-changed' }
  /** There are no tracking details to send to the customer. */
  | { kind: 'no-tracking' }
  /** The order has no such shipment, or it was undone. */
  | { kind: 'unknown-shipment' }

/**
 * Adds or corrects the tracking details of a shipment. A mail about the shipment that was not sent yet will have the
 * new details, so that no second one is needed.
 */
export async function changeTracking(
  shop: Shop,
  change: TrackingChange,
): Promise<TrackingOutcome | ChangeRefusal> {
  return transact(shop.database, (tx) => changeTrackingWithin(shop, tx, change))
}

/** The same within a transaction that changes more. */
export async function changeTrackingWithin(
  shop: Shop,
  tx: Tx,
  change: Omit<TrackingChange, 'version'> & { version?: number },
): Promise<TrackingOutcome | ChangeRefusal> {
  const { by, shipment: number, tellCustomer } = change
  const { carrier, trackingNumber, trackingLink } = withCarrier(change)
  return changeInTransaction(
    shop,
    tx,
    'tracking',
    change,
    async (_tx, { id, version }): Promise<TrackingOutcome> => {
      const shipments = await findShipments(tx, id)
      const before = shipments.find((shipment) => shipment.number === number)
      if (!before) return { kind: 'unknown-shipment' }
      const tracking = { carrier, trackingNumber, trackingLink }
      const isSame =
        before.carrier === carrier &&
        before.trackingNumber === trackingNumber &&
        before.trackingLink === trackingLink
      if (isSame) return { kind: 'nothing-changed' }
      if (tellCustomer && carrier + trackingNumber + trackingLink === '') return { kind: 'no-tracking' }
      const now = shop.now()
      await writeTracking(tx, id, number, tracking)
      await incrementVersion(tx, id, now)
      const parcel = number > 1 || shipments.length > 1 ? { shipment: number } : {}
      await recordEvent(tx, id, now, 'tracking-changed', { ...tracking, told: tellCustomer, ...parcel }, by)
      if (tellCustomer && (await lockUnsentMails(tx, id, parcelMailsOf(number))).length === 0) {
        const kind = 'tracking-changed'
        const payload = { orderId: id, shipment: number, id: `${kind}-${id}-${version}` }
        await enqueue(tx, [{ kind, payload, dedupeKey: `${kind}:${id}:${version}` }], now)
      }
      return { kind: 'tracking-changed' }
    },
  )
}
