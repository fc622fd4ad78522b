import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { DeviceToken } from './staff-identity.ts'

/** Wrong passwords in a row, ever, from one browser that is known: then it counts as unknown until it signs in. */
const MOST_TRIES = 10
/** A browser that has not signed in for this long is not known any more. */
const KNOWN_FOR_MS = 180 * 24 * 3_600_000
/** Of one member. Whoever signs in without keeping cookies, such as a script, is a new browser each time. */
const MOST_DEVICES = 100

/** A token stands in no table: whoever reads the database cannot use it. */
function hashOf(device: DeviceToken): string {
  return createHash('sha256').update(device).digest('base64url')
}

/**
 * Takes one of the tries that a known browser has, before the password is looked at. False when it is not known to this
 * member, or has used them up.
 */
export async function takeDeviceTry(
  db: Kysely<Database>,
  device: DeviceToken,
  memberId: string,
  now: number,
): Promise<boolean> {
  const taken = await db
    .updateTable('staff_devices')
    .set({ tries: sql`tries + 1` })
    .where('token_hash', '=', hashOf(device))
    .where('member_id', '=', memberId)
    .where('tries', '<', MOST_TRIES)
    .where('signed_in_at', '>', now - KNOWN_FOR_MS)
    .returning('tries')
    .executeTakeFirst()
  return taken !== undefined
}

/** Whether this browser may still try by itself for this member. Takes nothing. */
export async function isKnownDevice(
  db: Kysely<Database>,
  device: DeviceToken,
  memberId: string,
  now: number,
): Promise<boolean> {
  const known = await db
    .selectFrom('staff_devices')
    .select('tries')
    .where('token_hash', '=', hashOf(device))
    .where('member_id', '=', memberId)
    .where('tries', '<', MOST_TRIES)
    .where('signed_in_at', '>', now - KNOWN_FOR_MS)
    .executeTakeFirst()
  return known !== undefined
}

/**
 * Notes that the member has proved on this browser who they are. It gets another token each time, with which every
 * member who uses it stays known, so that a copy of the old one is worth nothing. Call it in a transaction.
 */
export async function rememberDevice(
  db: Kysely<Database>,
  { device, memberId, now }: { device: DeviceToken | null; memberId: string; now: number },
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
  await forgetOldDevices(db, memberId, now)
  return token
}

/** No browser is known to this member any more. */
export async function forgetDevices(db: Kysely<Database>, memberId: string): Promise<void> {
  await db.deleteFrom('staff_devices').where('member_id', '=', memberId).execute()
}

async function forgetOldDevices(db: Kysely<Database>, memberId: string, now: number): Promise<void> {
  const newest = db
    .selectFrom('staff_devices')
    .select('token_hash')
    .where('member_id', '=', memberId)
    .orderBy('signed_in_at', 'desc')
    .limit(MOST_DEVICES)
  await db
    .deleteFrom('staff_devices')
    .where('member_id', '=', memberId)
    .where((its) =>
      its.or([its('signed_in_at', '<', now - KNOWN_FOR_MS), its('token_hash', 'not in', newest)]),
    )
    .execute()
}
