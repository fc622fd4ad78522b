import { findClaim, writeClaim } from '#db/packing/packing-claims.ts'
import { transact } from '#db/engine/transact.ts'
import type { LineUnits, Tracking } from '#domain/orders/fulfilment.ts'
import { changeInTransaction, type ChangeRefusal, type StaffChange } from '#operations/change-as-staff.ts'
import { writeShipment, type FulfilOutcome } from '#operations/orders/fulfil-order.ts'
import type { Shop } from '#operations/shop.ts'
import { heldClaim, lockOrderByNumber, type BenchRequest, type HeldClaim } from './claim-order.ts'

/** The result of packing. `lost`: the bench has no claim on the order. */
export type PackOutcome =
  | { kind: 'packed' }
  | { kind: 'lost' }
  | Exclude<FulfilOutcome, { kind: 'fulfilled' }>
  | HeldClaim
  | ChangeRefusal

/**
 * Fulfils an order that a bench has claimed and packed. Refused when another bench has taken over, or when the order
 * changed since it was claimed. `items`: what is in the parcel, when the rest is sent later; without them, everything
 * that is open. Doing it again has no effect.
 */
export async function packOrder(
  shop: Shop,
  request: BenchRequest &
    StaffChange &
    Omit<Tracking, 'trackingLink'> & { items?: readonly LineUnits[] | undefined },
): Promise<PackOutcome> {
  const { number, bench } = request
  if (!request.permissions.includes('orders.fulfil')) return { kind: 'not-permitted' }
  const now = shop.now()
  return transact(shop.database, async (tx): Promise<PackOutcome> => {
    const id = await lockOrderByNumber(tx, number)
    if (id === null) return { kind: 'unknown-order' }
    const claim = await findClaim(tx, id)
    if (claim === null) return { kind: 'lost' }
    if (claim.bench !== bench) return heldClaim(claim)
    if (claim.packedAt !== null) return { kind: 'packed' }
    const outcome = await changeInTransaction(shop, tx, 'fulfil', request, (_tx, order) =>
      writeShipment(tx, order, { ...request, trackingLink: '' }, now),
    )
    if (outcome.kind !== 'fulfilled') return outcome
    await writeClaim(tx, id, { ...claim, seenAt: now, packedAt: now })
    return { kind: 'packed' }
  })
}
