import { deleteHold, replaceHold } from '#db/orders/holds.ts'
import { enqueueGiftCards } from '#db/gift-cards/order-gifts.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import type { Tx } from '#db/engine/transact.ts'
import { hasEvent, recordEvent, type Actor } from '#db/orders/order-events.ts'
import type { OrderId } from '#domain/ids.ts'
import { deleteClaim, findClaim } from '#db/packing/packing-claims.ts'
import { holdAwaited } from '#db/stock/preorders.ts'
import { HOLD_REASONS, type OrderHold } from '#domain/orders/hold.ts'
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

/** Puts a locked order on hold, also one that is on hold for another reason. `actor`: who did, for its history. */
export async function putOnHold(
  tx: Tx,
  id: OrderId,
  hold: OrderHold,
  actor: Actor = hold.by,
): Promise<{ kind: 'put-on-hold' }> {
  await replaceHold(tx, id, hold)
  await incrementVersion(tx, id, hold.at)
  await recordEvent(tx, id, hold.at, 'held', { why: hold.reason, note: hold.note }, actor)
  return { kind: 'put-on-hold' }
}

/**
 * Releases an order that is on hold: it can be packed again, unless it waits for units, or was withdrawn from while it
 * was to be looked at.
 */
export async function releaseOrder(
  shop: Shop,
  change: AnyVersion,
): Promise<{ kind: 'released' } | ChangeRefusal> {
  return changeAsStaff<{ kind: 'released' }>(shop, 'release', change, async (tx, { id, isToReview }) => {
    const at = shop.now()
    await deleteHold(tx, id)
    // It may be looked at again, for another address, before its cards are issued.
    if (isToReview) await enqueueGiftCards(tx, id, at, `reviewed:${at}`)
    await incrementVersion(tx, id, at)
    await recordEvent(tx, id, at, 'released', {}, change.by)
    if (isToReview && (await hasEvent(tx, id, 'withdrawn'))) await holdWithdrawn(tx, id, { at })
    else await holdAwaited(tx, id, at)
    return { kind: 'released' }
  })
}

/** Holds a locked order whose customer withdrew. `before`: why it was on hold, which it is released from by this. */
export async function holdWithdrawn(
  tx: Tx,
  id: OrderId,
  { at, before = null }: { at: number; before?: OrderHold | null },
): Promise<{ kind: 'put-on-hold' }> {
  const note = before ? [HOLD_REASONS[before.reason], before.note].filter(Boolean).join(': ') : ''
  const hold = { reason: 'withdrawn', note, photo: before?.photo ?? '', by: 'the customer', at } as const
  return putOnHold(tx, id, hold, 'shopper')
}
