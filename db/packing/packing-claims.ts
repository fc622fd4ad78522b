import type { OrderId } from '#domain/ids.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** A bench that packs an order. `bench`: the browser tab's id. `by`: the staff member's email address. */
export interface PackingClaim {
  bench: string
  by: string
  claimedAt: number
  seenAt: number
  packedAt: number | null
}

/** The claim on an order, or null. Lock the order first. */
export async function findClaim(db: Kysely<Database>, orderId: OrderId): Promise<PackingClaim | null> {
  const row = await db
    .selectFrom('packing_claims')
    .select(['bench', 'claimed_by as by', 'claimed_at as claimedAt', 'seen_at as seenAt'])
    .select('packed_at as packedAt')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ?? null
}

/** Writes the claim on a locked order, instead of any earlier one. */
export async function writeClaim(
  tx: Kysely<Database>,
  orderId: OrderId,
  { bench, by, claimedAt, seenAt, packedAt }: PackingClaim,
): Promise<void> {
  const claim = { bench, claimed_by: by, claimed_at: claimedAt, seen_at: seenAt, packed_at: packedAt }
  await tx
    .insertInto('packing_claims')
    .values({ order_id: orderId, ...claim })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(claim))
    .execute()
}

/** Ends the claim of a bench, unless it has packed the order. */
export async function deleteClaim(tx: Kysely<Database>, orderId: OrderId, bench: string): Promise<void> {
  await tx
    .deleteFrom('packing_claims')
    .where('order_id', '=', orderId)
    .where('bench', '=', bench)
    .where('packed_at', 'is', null)
    .execute()
}

/** Deletes up to `limit` claims whose bench has not been active since this time. */
export async function deleteOldClaims(db: Kysely<Database>, before: number, limit: number): Promise<void> {
  const old = db.selectFrom('packing_claims').select('order_id').where('seen_at', '<', before).limit(limit)
  await db.deleteFrom('packing_claims').where('order_id', 'in', old).execute()
}
