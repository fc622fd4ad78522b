import type { OrderId } from '#domain/ids.ts'
import { deleteClaim, findClaim, writeClaim, type PackingClaim } from '#db/packing/packing-claims.ts'
import { findPackingOrders, type PackingOrder } from '#db/packing/packing-orders.ts'
import type { Picture } from '#domain/catalog/product.ts'
import { isBeingPacked } from '#domain/packing/packing-bench.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { findStaffNotes } from '#db/orders/order-events.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { changeInTransaction, type ChangeRefusal, type StaffRequest } from '#operations/change-as-staff.ts'
import { readPictures } from '#operations/orders/read-order.ts'
import type { Shop } from '#operations/shop.ts'

/** A bench packs the order: who, and since when. */
export interface HeldClaim {
  kind: 'held'
  by: string
  since: number
}

/** A request by a bench. `bench`: the browser tab's id, because one member may work at two benches. */
export interface BenchRequest extends StaffRequest {
  bench: string
}

/** An order to pack, with the pictures of its items as far as the catalogue has them, and what staff wrote about it. */
export interface PackingFacts {
  order: PackingOrder
  pictures: Map<string, Picture>
  staffNotes: string[]
}

/**
 * Claims an order for a bench, and returns what to pack. Refused as `held` while another bench packs it.
 * `takeOver`: the start of the claim that the packer was shown; only that claim is taken over.
 */
export async function claimOrder(
  shop: Shop,
  request: BenchRequest & { takeOver: number | null },
): Promise<({ kind: 'claimed' } & PackingFacts) | HeldClaim | ChangeRefusal> {
  const { bench, by, takeOver, number, permissions } = request
  const now = shop.now()
  return transact(shop.database, (tx) =>
    changeInTransaction<({ kind: 'claimed' } & PackingFacts) | HeldClaim>(
      shop,
      tx,
      'fulfil',
      { number, by, permissions },
      async (_tx, { id }) => {
        const claim = await findClaim(tx, id)
        const isHeld = claim !== null && claim.bench !== bench && isBeingPacked(claim, now)
        if (isHeld && claim.claimedAt !== takeOver) return heldClaim(claim)
        const claimedAt = claim?.bench === bench ? claim.claimedAt : now
        await writeClaim(tx, id, { bench, by, claimedAt, seenAt: now, packedAt: null })
        const [order] = await findPackingOrders(tx, [number])
        if (!order) throw new Error(`Order ${number} was locked and is not there`)
        return { kind: 'claimed', order, ...(await readBeside(tx, order)) }
      },
    ),
  )
}

/**
 * Keeps a claim alive. Refused as `held` when another bench has taken over. `version`: of the order that the bench
 * packs.
 */
export async function renewClaim(
  shop: Shop,
  { number, bench, version }: BenchRequest & { version?: number | undefined },
): Promise<{ kind: 'kept' } | { kind: 'lost' } | { kind: 'changed-meanwhile' } | HeldClaim> {
  return transact(shop.database, async (tx) => {
    const id = await lockOrderByNumber(tx, number)
    const claim = id === null ? null : await findClaim(tx, id)
    if (id === null || claim === null || claim.packedAt !== null) return { kind: 'lost' }
    if (claim.bench !== bench) return heldClaim(claim)
    if (version !== undefined && (await versionOf(tx, id)) !== version) return { kind: 'changed-meanwhile' }
    await writeClaim(tx, id, { ...claim, seenAt: shop.now() })
    return { kind: 'kept' }
  })
}

/** Releases the claim on an order that was not packed. */
export async function releaseClaim(shop: Shop, { number, bench }: BenchRequest): Promise<void> {
  await transact(shop.database, async (tx) => {
    const id = await lockOrderByNumber(tx, number)
    if (id !== null) await deleteClaim(tx, id, bench)
  })
}

async function readBeside(tx: Tx, { id, items }: PackingOrder): Promise<Omit<PackingFacts, 'order'>> {
  return { pictures: await readPictures(tx, { lines: items }), staffNotes: await findStaffNotes(tx, id) }
}

/** A claim as shown at other benches. */
export function heldClaim({ by, claimedAt }: PackingClaim): HeldClaim {
  return { kind: 'held', by, since: claimedAt }
}

/** The id of the order with this number, locked until the transaction ends. */
export async function lockOrderByNumber(tx: Tx, number: string): Promise<OrderId | null> {
  const row = await lockingOrders(tx).select('id').where('number', '=', number).executeTakeFirst()
  return row?.id ?? null
}

async function versionOf(tx: Tx, id: OrderId): Promise<number> {
  const order = tx.selectFrom('orders').select('version').where('id', '=', id)
  return (await order.executeTakeFirstOrThrow()).version
}
