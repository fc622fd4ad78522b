import type { Passkey } from '#domain/staff/staff-member.ts'
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { toStaffId, type StaffId } from '#domain/ids.ts'

/** The passkeys of a member, oldest first. */
export async function listPasskeys(db: Kysely<Database>, memberId: StaffId): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('staff_passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'backed_up'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, created_at, last_used_at, backed_up }) => ({
    id,
    name,
    addedAt: Date.parse(created_at),
    lastUsedAt: last_used_at,
    isSynced: backed_up === 1,
  }))
}

/** A new passkey whose answer was verified. */
interface NewPasskey {
  credentialID: string
  publicKey: string
  counter: number
  deviceType: string
  transports: string
  backedUp: boolean
  createdAt: Date
  aaguid: string
}

/** Stores a new passkey. */
export async function insertPasskey(
  tx: Kysely<Database>,
  memberId: StaffId,
  name: string,
  passkey: NewPasskey,
): Promise<void> {
  await tx
    .insertInto('staff_passkeys')
    .values({
      id: randomUUID(),
      member_id: memberId,
      name,
      credential_id: passkey.credentialID,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      device_type: passkey.deviceType,
      backed_up: passkey.backedUp ? 1 : 0,
      transports: passkey.transports,
      aaguid: passkey.aaguid,
      created_at: passkey.createdAt.toISOString(),
    })
    .execute()
}

/** The member whose passkey has this credential id. */
export async function findPasskeyMember(
  db: Kysely<Database>,
  credentialId: string,
): Promise<{ memberId: StaffId; name: string } | null> {
  const row = await db
    .selectFrom('staff_passkeys')
    .select(['member_id', 'name'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ? { memberId: toStaffId(row.member_id), name: row.name } : null
}

/** Records that a passkey was used. */
export async function recordPasskeyUse(
  db: Kysely<Database>,
  credentialId: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('staff_passkeys')
    .set({ last_used_at: now })
    .where('credential_id', '=', credentialId)
    .execute()
}

/** Gives a passkey of this member another name, and returns the old one. Null: there is no such passkey. */
export async function renamePasskey(
  tx: Kysely<Database>,
  memberId: StaffId,
  { id, name }: { id: string; name: string },
): Promise<string | null> {
  const own = await tx
    .selectFrom('staff_passkeys')
    .select('name')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!own) return null
  await tx.updateTable('staff_passkeys').set({ name }).where('id', '=', id).execute()
  return own.name
}

/** Removes a passkey of this member, and returns its name. Null: there is no such passkey. */
export async function removePasskey(
  tx: Kysely<Database>,
  memberId: StaffId,
  id: string,
): Promise<string | null> {
  const removed = await tx
    .deleteFrom('staff_passkeys')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return removed?.name ?? null
}
