import { findPackingOrders, type PackingOrder } from '#db/packing/packing-orders.ts'
import { findShipments } from '#db/orders/shipments.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import type { Tracking } from '#domain/orders/fulfilment.ts'
import { packingObstacle, type PackingObstacle } from '#domain/packing/packing-obstacle.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { changeInTransaction } from '#operations/change-as-staff.ts'
import { changeTrackingWithin } from '#operations/orders/change-tracking.ts'
import { writeShipment, type FulfilOutcome } from '#operations/orders/fulfil-order.ts'
import type { Shop } from '#operations/shop.ts'

/** A parcel to mark as sent. Only the number is never empty. */
export interface Parcel extends Omit<Tracking, 'trackingLink'> {
  number: string
}

/** Why a parcel is not marked as sent. */
export interface RefusedParcel {
  number: string
  obstacle: PackingObstacle
}

/**
 * The result for all parcels together. `fulfilled`: how many orders were marked now; `already`: how many had been
 * marked before with the same tracking number, as when the button is pressed twice; `added`: how many had been sent
 * without a number, which they have now.
 */
export type ParcelsOutcome =
  | { kind: 'fulfilled'; fulfilled: number; already: number; added: number }
  | { kind: 'refused'; refused: RefusedParcel[] }
  | { kind: 'not-permitted' }

/** Rolls the transaction back. */
class Refused extends Error {
  readonly refused: RefusedParcel[]
  constructor(refused: RefusedParcel[]) {
    super('Some parcels cannot be marked as sent')
    this.refused = refused
  }
}

/** Marks all of these orders as sent, each with its mail: all of them or, if one cannot be, none. */
export async function fulfilParcels(
  shop: Shop,
  {
    parcels,
    by,
    permissions,
  }: { parcels: readonly Parcel[]; by: string; permissions: readonly Permission[] },
): Promise<ParcelsOutcome> {
  if (!permissions.includes('orders.fulfil')) return { kind: 'not-permitted' }
  const now = shop.now()
  // Always in the same order, so that two batches do not wait for each other.
  const sorted = parcels.toSorted((a, b) => (a.number < b.number ? -1 : 1))
  const fulfil = async (tx: Tx) => {
    const refused: RefusedParcel[] = []
    let already = 0
    let added = 0
    for (const parcel of sorted) {
      const sent = { ...parcel, by, trackingLink: '' }
      const outcome = await changeInTransaction<FulfilOutcome | { kind: 'already' }>(
        shop,
        tx,
        'fulfil',
        { ...parcel, by, permissions },
        async (_tx, order) =>
          // The rest of an order is never in a parcel that was sent before.
          (await hasTracking(tx, order.id, parcel))
            ? { kind: 'already' }
            : writeShipment(tx, order, sent, now),
      )
      if (outcome.kind === 'fulfilled') continue
      const [order] = await findPackingOrders(tx, [parcel.number])
      const shipment = order && parcel.trackingNumber !== '' ? findUntracked(order) : null
      if (order && isAlreadySent(order, parcel)) already += 1
      else if (shipment !== null) {
        const late = { ...sent, permissions, shipment, tellCustomer: true }
        const changed = await changeTrackingWithin(shop, tx, late)
        if (changed.kind !== 'tracking-changed') throw new Error(`A late number ended as ${changed.kind}`)
        added += 1
      } else if (outcome.kind === 'tracked-pickup')
        refused.push({ number: parcel.number, obstacle: 'pickup' })
      else refused.push({ number: parcel.number, obstacle: order ? obstacleOf(order) : 'unknown' })
    }
    if (refused.length > 0) throw new Refused(refused)
    return { kind: 'fulfilled' as const, fulfilled: sorted.length - already - added, already, added }
  }
  try {
    return await transact(shop.database, fulfil)
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', refused: error.refused }
    throw error
  }
}

async function hasTracking(tx: Tx, id: OrderId, { trackingNumber }: Parcel): Promise<boolean> {
  if (trackingNumber === '') return false
  return (await findShipments(tx, id)).some((shipment) => shipment.trackingNumber === trackingNumber)
}

/** Whether a parcel with this tracking number was sent; without one, whether nothing is left to send. */
export function isAlreadySent(
  { fulfilment, parcels }: Pick<PackingOrder, 'fulfilment' | 'parcels'>,
  { trackingNumber }: Pick<Parcel, 'trackingNumber'>,
): boolean {
  if (trackingNumber === '') return fulfilment === 'fulfilled'
  return parcels.some((parcel) => parcel.trackingNumber === trackingNumber)
}

/** The parcel that was sent without a tracking number, whose number this is; null where it could be several or none. */
export function findUntracked({
  fulfilment,
  delivery,
  erasure,
  parcels,
}: Pick<PackingOrder, 'fulfilment' | 'delivery' | 'erasure' | 'parcels'>): number | null {
  const [untracked, another] = parcels.filter(({ trackingNumber }) => trackingNumber === '')
  const isLate = fulfilment === 'fulfilled' && delivery !== 'pickup' && erasure === null
  return isLate && untracked && !another ? untracked.number : null
}

function obstacleOf(order: PackingOrder): PackingObstacle {
  return packingObstacle(order) ?? 'waiting'
}
