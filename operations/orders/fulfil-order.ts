import type { Tx } from '#db/engine/transact.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { insertShipment } from '#db/orders/shipments.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { findClaim } from '#db/packing/packing-claims.ts'
import { findLineProgress } from '#db/refunds/fulfilment-status.ts'
import type { OrderId } from '#domain/ids.ts'
import { withCarrier } from '#domain/packing/carriers.ts'
import { isBeingPacked } from '#domain/packing/packing-bench.ts'
import { openUnits, unitsToShip, type LineUnits, type Tracking } from '#domain/orders/fulfilment.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type AnyVersion,
} from '#operations/change-as-staff.ts'
import { unitWords } from '#operations/order-facts.ts'
import { syncOrderState } from '#operations/sync-order-state.ts'
import type { Shop } from '#operations/shop.ts'

/** What is sent, and by whom. `items`: units of the order's lines; without them, everything that is open. */
export interface NewShipment extends Tracking {
  by: string
  items?: readonly LineUnits[] | undefined
}

export type FulfilOutcome =
  | { kind: 'fulfilled' }
  /** A line has fewer units that are still to be sent. */
  | { kind: 'not-open' }
  /** No units were chosen. */
  | { kind: 'nothing-to-ship' }
  /** An order that is picked up has no tracking. */
  | { kind: 'tracked-pickup' }
  /** A bench packs the order now. */
  | { kind: 'being-packed' }

/**
 * Marks an order, or part of it, as sent, and mails the tracking details to the shopper. Refused while all of its
 * money is being refunded, while a bench packs it, and while a change of it is not paid, unless staff choose to send it
 * anyway (`despiteBalance`). A partly refunded order stays in that state, as does one that is refunded in part later.
 */
export async function fulfilOrder(
  shop: Shop,
  change: AnyVersion & NewShipment & { despiteBalance?: boolean | undefined },
): Promise<FulfilOutcome | ChangeRefusal> {
  const action = change.despiteBalance === true ? 'fulfil-unpaid' : 'fulfil'
  return changeAsStaff<FulfilOutcome>(shop, action, change, async (tx, order) => {
    const claim = await findClaim(tx, order.id)
    if (claim && isBeingPacked(claim, shop.now())) return { kind: 'being-packed' }
    return writeShipment(tx, order, change, shop.now())
  })
}

/** Writes a shipment of a locked order, which may be fulfilled, and enqueues the mail. */
export async function writeShipment(
  tx: Tx,
  order: ChangingOrder,
  { by, items, ...typed }: NewShipment,
  now: number,
): Promise<FulfilOutcome> {
  const { id } = order
  const { carrier, trackingNumber, trackingLink } = withCarrier(typed)
  if (order.delivery === 'pickup' && carrier + trackingNumber + trackingLink !== '')
    return { kind: 'tracked-pickup' }
  const lines = (await findLineProgress(tx, id)).filter(({ isAwaited }) => !isAwaited)
  const units = items ? unitsToShip(lines, items) : openUnits(lines)
  if (units === null) return { kind: 'not-open' }
  if (units.length === 0) return { kind: 'nothing-to-ship' }
  const tracking = { carrier, trackingNumber, trackingLink }
  const shipment = await insertShipment(tx, id, { at: now, by, ...tracking, units })
  const fulfilment = await syncOrderState(tx, order, now)
  const isPart = shipment > 1 || fulfilment !== 'fulfilled'
  const what = isPart ? await namesOf(tx, id, units) : ''
  await recordEvent(tx, id, now, 'fulfilled', { shipment, what, ...tracking }, by)
  const name = `${id}-shipment-${shipment}`
  const mail = { orderId: id, shipment, id: `order-fulfilled-${name}` }
  await enqueue(tx, [{ kind: 'order-fulfilled', payload: mail, dedupeKey: `order-fulfilled:${name}` }], now)
  return { kind: 'fulfilled' }
}

/** `2 x Crew Sock, M; 1 x Street Tee, S`. */
async function namesOf(tx: Tx, orderId: OrderId, units: readonly LineUnits[]): Promise<string> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'name', 'size'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return unitWords(lines, units).join('; ')
}
