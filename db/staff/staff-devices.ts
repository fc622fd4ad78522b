import type { DeviceToken } from '#domain/staff/staff-member.ts'
import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { StaffId } from '#domain/ids.ts'

/** Consecutive wrong passwords allowed from one known browser; then it counts as unknown until it signs in. */
const MAX_ATTEMPTS_PER_DEVICE = 10
/** A browser that has not signed in for this long is forgotten. */
const RETENTION_MS = 180 * 24 * 3_600_000
/** Known browsers per member. A client that keeps no cookies, such as a script, counts as a new browser each time. */
const MAX_DEVICES = 100

/** Only hashes are stored, so that a leaked database contains no usable token. */
function hashOf(device: DeviceToken): string {
  return createHash('sha256').update(device).digest('base64url')
}

/**
 * Counts one attempt of a known browser, before the password is checked. False when the browser is not known for this
 * member, or its attempts are used up.
 */
export async function takeDeviceAttempt(
  db: Kysely<Database>,
  device: DeviceToken,
  memberId: StaffId,
  now: number,
): Promise<boolean> {
  const taken = await db
    .updateTable('staff_devices')
    .set({ tries: sql`tries + 1` })
    .where('token_hash', '=', hashOf(device))
    .where('member_id', '=', memberId)
    .where('tries', '<', MAX_ATTEMPTS_PER_DEVICE)
    .where('signed_in_at', '>', now - RETENTION_MS)
    .returning('tries')
    .executeTakeFirst()
  return taken !== undefined
}

/** Whether this browser has attempts left as a known browser of this member. Counts nothing. */
export async function isKnownDevice(
  db: Kysely<Database>,
  device: DeviceToken,
  memberId: StaffId,
  now: number,
): Promise<boolean> {
  const known = await knownDevices(db, device, now).where('member_id', '=', memberId).executeTakeFirst()
  return known !== undefined
}

/** A member who has signed in on this browser, always the same one; null when it is not known. Counts nothing. */
export async function findDeviceMember(
  db: Kysely<Database>,
  device: DeviceToken,
  now: number,
): Promise<StaffId | null> {
  const known = await knownDevices(db, device, now).orderBy('member_id').limit(1).executeTakeFirst()
  return known?.member_id ?? null
}

function knownDevices(db: Kysely<Database>, device: DeviceToken, now: number) {
  return db
    .selectFrom('staff_devices')
    .select('member_id')
    .where('token_hash', '=', hashOf(device))
    .where('tries', '<', MAX_ATTEMPTS_PER_DEVICE)
    .where('signed_in_at', '>', now - RETENTION_MS)
}

/**
 * Records that the member has authenticated on this browser. The browser gets a new token each time, valid for every
 * member who uses it, so that a copy of the old token is useless. Call it in a transaction.
 */
export async function rememberDevice(
  db: Kysely<Database>,
  { device, memberId, now }: { device: DeviceToken | null; memberId: StaffId; now: number },
): Promise<DeviceToken> {
  const token = randomBytes(24).toString('base64url')
  const token_hash = hashOf(token)
  if (device !== null) {
    await db
      .updateTable('staff_devices')
      .set({ token_hash })
      .where('token_hash', '=', hashOf(device))
      .execute()
  }
  await db
    .insertInto('staff_devices')
    .values({ token_hash, member_id: memberId, tries: 0, signed_in_at: now })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'member_id']).doUpdateSet({ tries: 0, signed_in_at: now }),
    )
    .execute()
  await deleteOldDevices(db, memberId, now)
  return token
}

/** Deletes every known browser of this member. */
export async function deleteDevices(db: Kysely<Database>, memberId: StaffId): Promise<void> {
  await db.deleteFrom('staff_devices').where('member_id', '=', memberId).execute()
}

async function deleteOldDevices(db: Kysely<Database>, memberId: StaffId, now: number): Promise<void> {
  const newest = db
    .selectFrom('staff_devices')
    .select('token_hash')
    .where('member_id', '=', memberId)
    .orderBy('signed_in_at', 'desc')
    .orderBy('token_hash')
    .limit(MAX_DEVICES)
  await db
    .deleteFrom('staff_devices')
    .where('member_id', '=', memberId)
    .where((its) =>
      its.or([its('signed_in_at', '<', now - RETENTION_MS), its('token_hash', 'not in', newest)]),
    )
    .execute()
}
