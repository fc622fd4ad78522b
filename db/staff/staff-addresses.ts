import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { toStaffId, type StaffId } from '#domain/ids.ts'

/** How long the link to a new address works, in milliseconds. */
const VALID_MS = 24 * 3_600_000

/** An address that a member wants, until the link that is mailed to it is used. Times are epoch milliseconds. */
export interface AddressChange {
  memberId: StaffId
  /** In lower case. */
  email: string
  expiresAt: number
}

const LINK = 'staff-new-address-link:'

const changeOf = (memberId: StaffId) => `staff-new-address:${memberId}`
const linkOf = (token: string) => LINK + createHash('sha256').update(token).digest('base64url')

/** Writes the address that a member wants, in place of an earlier one, whose links end. Call it in a transaction. */
export async function insertAddressChange(
  tx: Kysely<Database>,
  { memberId, email, now }: { memberId: StaffId; email: string; now: number },
): Promise<void> {
  await deleteAddressChange(tx, memberId)
  await insertVerification(tx, changeOf(memberId), { value: email, expiresAt: now + VALID_MS, now })
}

/** The address that a member wants; null when there is none, or when it was not confirmed in time. */
export async function findAddressChange(
  db: Kysely<Database>,
  memberId: StaffId,
  now: number,
): Promise<AddressChange | null> {
  const row = await db
    .selectFrom('staff_verifications')
    .select(['value', 'expires_at'])
    .where('identifier', '=', changeOf(memberId))
    .executeTakeFirst()
  const expiresAt = row ? Date.parse(row.expires_at) : 0
  return row && expiresAt > now ? { memberId, email: row.value, expiresAt } : null
}

/** Makes a link to a wanted address: returns its token, of which only the hash is stored. Call it in a transaction. */
export async function issueAddressToken(
  tx: Kysely<Database>,
  { memberId, expiresAt }: AddressChange,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertVerification(tx, linkOf(token), { value: memberId, expiresAt, now })
  return token
}

/** What the link with this token confirms; null when it has ended. The link stays valid. */
export async function findAddressChangeByToken(
  db: Kysely<Database>,
  token: string,
  now: number,
): Promise<AddressChange | null> {
  const link = await db
    .selectFrom('staff_verifications')
    .select('value')
    .where('identifier', '=', linkOf(token))
    .executeTakeFirst()
  return link ? findAddressChange(db, toStaffId(link.value), now) : null
}

/**
 * Deletes the address that a member wants with its links: of two concurrent calls one gets true. Call it in a
 * transaction.
 */
export async function deleteAddressChange(tx: Kysely<Database>, memberId: StaffId): Promise<boolean> {
  await tx
    .deleteFrom('staff_verifications')
    .where('value', '=', memberId)
    .where('identifier', 'like', `${LINK}%`)
    .execute()
  const deleted = await tx
    .deleteFrom('staff_verifications')
    .where('identifier', '=', changeOf(memberId))
    .returning('id')
    .execute()
  return deleted.length > 0
}

async function insertVerification(
  tx: Kysely<Database>,
  identifier: string,
  { value, expiresAt, now }: { value: string; expiresAt: number; now: number },
): Promise<void> {
  const at = new Date(now).toISOString()
  const expires_at = new Date(expiresAt).toISOString()
  await tx
    .insertInto('staff_verifications')
    .values({ id: randomUUID(), identifier, value, expires_at, created_at: at, updated_at: at })
    .execute()
}
