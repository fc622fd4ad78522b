import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** A request that is answered once. `claimedAt`: when its answering began, in epoch milliseconds. */
interface Claim {
  keyHash: string
  requestHash: string
  claimedAt: number
}

type OwnClaim = Pick<Claim, 'keyHash' | 'claimedAt'>

/** False when the key was used before. */
export async function claimAnswer(db: Kysely<Database>, claim: Claim): Promise<boolean> {
  const made = await db
    .insertInto('kept_answers')
    .values({ key_hash: claim.keyHash, ...columnsOf(claim) })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .returning('key_hash')
    .executeTakeFirst()
  return made !== undefined
}

/** Takes over a claim that is over. False when another request did so first. */
export async function reclaimAnswer(
  db: Kysely<Database>,
  claim: Claim,
  claimedBefore: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('kept_answers')
    .set(columnsOf(claim))
    .where('key_hash', '=', claim.keyHash)
    .where('claimed_at', '=', claimedBefore)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function columnsOf({ requestHash, claimedAt }: Claim) {
  return { request_hash: requestHash, claimed_at: claimedAt, answer: null }
}

/** What was answered to this key; `answer` is null while it is being answered. */
export async function findKeptAnswer(
  db: Kysely<Database>,
  keyHash: string,
): Promise<(Pick<Claim, 'requestHash' | 'claimedAt'> & { answer: string | null }) | null> {
  const found = await db
    .selectFrom('kept_answers')
    .select(['request_hash as requestHash', 'claimed_at as claimedAt', 'answer'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return found ?? null
}

export async function keepAnswer(db: Kysely<Database>, claim: OwnClaim, answer: string): Promise<void> {
  await db
    .updateTable('kept_answers')
    .set({ answer })
    .where('key_hash', '=', claim.keyHash)
    .where('claimed_at', '=', claim.claimedAt)
    .execute()
}

/** The key can be used again. */
export async function releaseAnswer(db: Kysely<Database>, claim: OwnClaim): Promise<void> {
  await db
    .deleteFrom('kept_answers')
    .where('key_hash', '=', claim.keyHash)
    .where('claimed_at', '=', claim.claimedAt)
    .execute()
}

/** Deletes every answer, because one may have a customer's data. */
export async function deleteKeptAnswers(tx: Kysely<Database>): Promise<void> {
  await tx.deleteFrom('kept_answers').where('answer', 'is not', null).execute()
}

/** Deletes up to `limit` answers from before this time. */
export async function deleteOldAnswers(db: Kysely<Database>, before: number, limit: number): Promise<void> {
  const old = db.selectFrom('kept_answers').select('key_hash').where('claimed_at', '<', before).limit(limit)
  await db.deleteFrom('kept_answers').where('key_hash', 'in', old).execute()
}
