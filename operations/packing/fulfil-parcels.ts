import { findPackingOrders, type PackingOrder } from '#db/packing/packing-orders.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { Fulfilment } from '#domain/orders/order.ts'
import { packingObstacle, type PackingObstacle } from '#domain/packing/packing-obstacle.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { changeWithin } from '#operations/change-as-staff.ts'
import { writeFulfilment } from '#operations/orders/fulfil-order.ts'
import type { Shop } from '#operations/shop.ts'

/** A parcel to mark as sent. Only the number is never empty. */
export interface Parcel extends Omit<Fulfilment, 'at' | 'trackingLink'> {
  number: string
}

/** Why a parcel is not marked as sent. */
export interface RefusedParcel {
  number: string
  obstacle: PackingObstacle
}

/**
 * The result for all parcels together. `fulfilled`: how many orders were marked now; `already`: how many had been
 * marked before with the same tracking number, as when the button is pressed twice.
 */
export type ParcelsOutcome =
  | { kind: 'fulfilled'; fulfilled: number; already: number }
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
    for (const parcel of sorted) {
      const sent = { ...parcel, by, trackingLink: '' }
      const outcome = await changeWithin(shop, tx, 'fulfil', { ...parcel, by, permissions }, (_tx, order) =>
        writeFulfilment(tx, order, sent, now),
      )
      if (outcome.kind === 'fulfilled') continue
      const [order] = await findPackingOrders(tx, [parcel.number])
      if (order && isAlreadySent(order, parcel)) already += 1
      else refused.push({ number: parcel.number, obstacle: order ? obstacleOf(order) : 'unknown' })
    }
    if (refused.length > 0) throw new Refused(refused)
    return { kind: 'fulfilled' as const, fulfilled: sorted.length - already, already }
  }
  try {
    return await transact(shop.database, fulfil)
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', refused: error.refused }
    throw error
  }
}

/** Whether an order was sent with this tracking number; without one, whether it was sent at all. */
export function isAlreadySent(
  { isFulfilled, trackingNumber }: Pick<PackingOrder, 'isFulfilled' | 'trackingNumber'>,
  parcel: Pick<Parcel, 'trackingNumber'>,
): boolean {
  return isFulfilled && (parcel.trackingNumber === '' || parcel.trackingNumber === trackingNumber)
}

function obstacleOf(order: PackingOrder): PackingObstacle {
  return packingObstacle(order) ?? 'waiting'
}
