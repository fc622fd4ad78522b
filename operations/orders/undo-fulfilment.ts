import { recordEvent } from '#db/orders/order-events.ts'
import { findPickups } from '#db/orders/pickups.ts'
import { findShipments, undoShipment } from '#db/orders/shipments.ts'
import { withdrawMails } from '#db/outbox/outbox.ts'
import { mayUndoShipment } from '#domain/orders/fulfilment.ts'
import { isTakenFrom } from '#domain/orders/pickup.ts'
import { changeAsStaff, type ChangeRefusal, type StaffChange } from '#operations/change-as-staff.ts'
import { parcelMailsOf } from '#operations/parcel-mails.ts'
import { syncOrderState } from '#operations/sync-order-state.ts'
import type { Shop } from '#operations/shop.ts'

/** `shipment`: its number within the order. */
export interface UndoneShipment extends StaffChange {
  shipment: number
  reason: string
}

/**
 * Undoes a shipment that was a mistake: its units wait to be sent again. Mails about it that were not sent yet are
 * withdrawn.
 */
export async function undoFulfilment(
  shop: Shop,
  change: UndoneShipment,
): Promise<{ kind: 'fulfilment-undone' } | { kind: 'unknown-shipment' } | ChangeRefusal> {
  const { reason, shipment: number, by } = change
  return changeAsStaff<
    | { kind: 'fulfilment-undone' }
    | { kind: 'unknown-shipment' }
    | Extract<ChangeRefusal, { kind: 'too-late' | 'picked-up' }>
  >(shop, 'undo-fulfilment', change, async (tx, order) => {
    const now = shop.now()
    const shipments = await findShipments(tx, order.id)
    const shipment = shipments.find((one) => one.number === number)
    if (!shipment) return { kind: 'unknown-shipment' }
    if (!mayUndoShipment(shipment, now)) return { kind: 'too-late' }
    const pickups = order.delivery === 'pickup' ? await findPickups(tx, order.id) : []
    if (isTakenFrom(shipment, { shipments, pickups })) return { kind: 'picked-up' }
    await undoShipment(tx, order.id, number, now)
    await syncOrderState(tx, order, now)
    const withdrawn = await withdrawMails(tx, order.id, parcelMailsOf(number))
    const parcel = number > 1 || shipments.length > 1 ? { shipment: number } : {}
    const detail = { reason, withdrawn: withdrawn > 0, ...parcel }
    await recordEvent(tx, order.id, now, 'fulfilment-undone', detail, by)
    return { kind: 'fulfilment-undone' }
  })
}
