import { deleteHold, insertHold } from '#db/orders/holds.ts'
import { enqueueGiftCards } from '#db/gift-cards/order-gifts.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import type { Tx } from '#db/engine/transact.ts'
import { recordEvent, type Actor } from '#db/orders/order-events.ts'
import type { OrderId } from '#domain/ids.ts'
import { deleteClaim, findClaim } from '#db/packing/packing-claims.ts'
import { holdAwaited } from '#db/stock/preorders.ts'
import type { OrderHold } from '#domain/orders/hold.ts'
import { isBeingPacked } from '#domain/packing/packing-bench.ts'
import { changeAsStaff, type ChangeRefusal, type AnyVersion } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

export type HoldOutcome = { kind: 'put-on-hold' } | { kind: 'being-packed' } | ChangeRefusal

/**
 * Puts an order on hold: no one packs or fulfils it until it is released. `bench`: the bench that found the problem,
 * and gives the order back with it. Refused while another bench packs it.
 */
export async function holdOrder(
  shop: Shop,
  change: AnyVersion & Pick<OrderHold, 'reason' | 'note' | 'photo'> & { bench?: string | undefined },
): Promise<HoldOutcome> {
  return changeAsStaff<HoldOutcome>(shop, 'hold', change, async (tx, { id }) => {
    const { reason, note, photo, by, bench } = change
    const at = shop.now()
    const claim = await findClaim(tx, id)
    if (claim && claim.bench !== bench && isBeingPacked(claim, at)) return { kind: 'being-packed' }
    if (bench !== undefined) await deleteClaim(tx, id, bench)
    return putOnHold(tx, id, { reason, note, photo, by, at })
  })
}

/** Puts a locked order on hold. `actor`: who did, for its history. */
export async function putOnHold(
  tx: Tx,
  id: OrderId,
  hold: OrderHold,
  actor: Actor = hold.by,
): Promise<{ kind: 'put-on-hold' }> {
  await insertHold(tx, id, hold)
  await incrementVersion(tx, id, hold.at)
  await recordEvent(tx, id, hold.at, 'held', { why: hold.reason, note: hold.note }, actor)
  return { kind: 'put-on-hold' }
}

/** Releases an order that is on hold: it can be packed again. */
export async function releaseOrder(
  shop: Shop,
  change: AnyVersion,
): Promise<{ kind: 'released' } | ChangeRefusal> {
  return changeAsStaff<{ kind: 'released' }>(shop, 'release', change, async (tx, { id, isToReview }) => {
    const at = shop.now()
    await deleteHold(tx, id)
    if (isToReview) {
      await holdAwaited(tx, id, at)
      await enqueueGiftCards(tx, id, at, 'reviewed')
    }
    await incrementVersion(tx, id, at)
    await recordEvent(tx, id, at, 'released', {}, change.by)
    return { kind: 'released' }
  })
}
