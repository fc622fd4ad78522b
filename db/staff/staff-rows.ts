import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import { toStaffId, type StaffId } from '#domain/ids.ts'
import { deleteAddressChange } from './staff-addresses.ts'
import { deleteInvitationOf } from './staff-invitations.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { deleteDevices } from './staff-devices.ts'
import type { StaffMember, StaffSession } from '#domain/staff/staff-member.ts'

/** The absolute lifetime of a session, even in constant use, so that a stolen one ends. */
const MAX_SESSION_MS = 14 * 24 * 3_600_000

type MemberRow = Pick<
  Selectable<Database['staff_members']>,
  'id' | 'email' | 'role' | 'created_at' | 'disabled_at'
>
/** The columns of a member. */
export const MEMBER_COLUMNS = ['id', 'email', 'role', 'created_at', 'disabled_at'] as const

/** better-auth's provider id for accounts with a password. */
const PASSWORD_PROVIDER = 'credential'

/** A row as a member. */
export function memberOf({ id, email, role, created_at, disabled_at }: MemberRow): StaffMember {
  return { id, email, role, createdAt: Date.parse(created_at), disabled: disabled_at !== null }
}

/** The member, including disabled ones; null when there is none. `email` is in lower case. */
export async function findMember(
  db: Kysely<Database>,
  by: { email: string } | { id: StaffId },
): Promise<StaffMember | null> {
  const members = db.selectFrom('staff_members').select(MEMBER_COLUMNS)
  const row = await (
    'id' in by ? members.where('id', '=', by.id) : members.where('email', '=', by.email)
  ).executeTakeFirst()
  return row ? memberOf(row) : null
}

/** Every member, including disabled ones, sorted by email address. */
export async function listMembers(db: Kysely<Database>): Promise<StaffMember[]> {
  const rows = await db.selectFrom('staff_members').select(MEMBER_COLUMNS).orderBy('email').execute()
  return rows.map(memberOf)
}

/** Writes a new member, never an existing one. Call it in a transaction (`transact` repeats a lost race). */
export async function insertMember(
  db: Kysely<Database>,
  { email, role, now }: { email: string; role: Role; now: number },
): Promise<StaffMember> {
  const at = new Date(now).toISOString()
  const name = email.split('@')[0] ?? email
  const row = await db
    .insertInto('staff_members')
    .values({ id: toStaffId(randomUUID()), email, name, role, created_at: at, updated_at: at })
    .returning(MEMBER_COLUMNS)
    .executeTakeFirstOrThrow()
  return memberOf(row)
}

/** Enables a member, and ends every access from before. Call it in a transaction that has locked the member. */
export async function renewMember(db: Kysely<Database>, id: StaffId, now: number): Promise<StaffMember> {
  const row = await db
    .updateTable('staff_members')
    .set({ disabled_at: null, updated_at: new Date(now).toISOString(), version: sql`version + 1` })
    .where('id', '=', id)
    .returning(MEMBER_COLUMNS)
    .executeTakeFirstOrThrow()
  await revokeAccess(db, id)
  await revokeKeys(db, id)
  return memberOf(row)
}

/** Writes the first or another password of a member. Call it in a transaction. */
export async function writePassword(
  db: Kysely<Database>,
  memberId: StaffId,
  { passwordHash, now }: { passwordHash: string; now: number },
): Promise<void> {
  const at = new Date(now).toISOString()
  await db
    .insertInto('staff_accounts')
    .values({
      id: randomUUID(),
      member_id: memberId,
      provider_id: PASSWORD_PROVIDER,
      account_id: memberId,
      password: passwordHash,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'provider_id', 'account_id'])
        .doUpdateSet({ password: passwordHash, updated_at: at }),
    )
    .execute()
}

/** Locks a member until the transaction ends. */
export async function lockMember(db: Kysely<Database>, id: StaffId): Promise<void> {
  await db.selectFrom('staff_members').select('id').where('id', '=', id).forUpdate().execute()
}

/** Records that a member has signed in. */
export async function recordSignIn(db: Kysely<Database>, id: StaffId, now: number): Promise<void> {
  await db.updateTable('staff_members').set({ last_signed_in_at: now }).where('id', '=', id).execute()
}

/** Changes a member's address and voids the reset links. Both addresses are in lower case. Call it in a transaction. */
export async function changeEmail(
  db: Kysely<Database>,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<StaffMember | null> {
  const row = await db
    .updateTable('staff_members')
    .set({
      email: to,
      name: to.split('@')[0] ?? to,
      updated_at: new Date(now).toISOString(),
      version: sql`version + 1`,
    })
    .where('email', '=', from)
    .returning(MEMBER_COLUMNS)
    .executeTakeFirst()
  if (!row) return null
  await deleteInvitationOf(db, to)
  await voidResetLinks(db, row.id)
  return memberOf(row)
}

/** The stored hash of a member's password (password-hash.ts); null for an unknown member. */
export async function findPasswordHash(db: Kysely<Database>, memberId: StaffId): Promise<string | null> {
  const row = await db
    .selectFrom('staff_accounts')
    .select('password')
    .where('member_id', '=', memberId)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .executeTakeFirst()
  return row?.password ?? null
}

/**
 * Replaces a member's password. False, with nothing changed, when `instead` is given and is not the current hash. Call
 * it in a transaction that also ends sessions and reset links.
 */
export async function replacePassword(
  db: Kysely<Database>,
  memberId: StaffId,
  { passwordHash, instead, now }: { passwordHash: string; instead?: string; now: number },
): Promise<boolean> {
  const replaced = await db
    .updateTable('staff_accounts')
    .set({ password: passwordHash, updated_at: new Date(now).toISOString() })
    .where('member_id', '=', memberId)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .$if(instead !== undefined, (query) => query.where('password', '=', instead ?? ''))
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Ends every session of a member, voids every reset link and forgets every browser. Call it in a transaction. */
export async function revokeAccess(db: Kysely<Database>, memberId: StaffId): Promise<void> {
  await endEverySession(db, memberId)
  await voidResetLinks(db, memberId)
  await deleteDevices(db, memberId)
}

/** Revokes every key that a member made. Call it in a transaction. */
export async function revokeKeys(db: Kysely<Database>, memberId: StaffId): Promise<void> {
  await db.deleteFrom('staff_keys').where('member_id', '=', memberId).execute()
}

/** Whether a member's session still exists. Locks the member until the transaction ends. */
export async function lockSession(db: Kysely<Database>, memberId: StaffId, id: string): Promise<boolean> {
  await lockMember(db, memberId)
  const session = await db.selectFrom('staff_sessions').select('id').where('id', '=', id).executeTakeFirst()
  return session !== undefined
}

/** The open session whose token has this hash and its member, unless the member is disabled. */
export async function findOpenSession(
  db: Kysely<Database>,
  tokenHash: string,
  now: number,
): Promise<{ id: string; member: StaffMember; hasSecondFactor: boolean; endsAt: number } | null> {
  const row = await db
    .selectFrom('staff_sessions')
    .innerJoin('staff_members', 'staff_members.id', 'staff_sessions.member_id')
    .where('staff_sessions.token', '=', tokenHash)
    .where('staff_sessions.expires_at', '>', new Date(now).toISOString())
    .where('staff_sessions.created_at', '>', oldestStart(now))
    .where('staff_members.disabled_at', 'is', null)
    .select([
      'staff_sessions.id as session_id',
      'staff_sessions.created_at as started_at',
      'staff_members.id',
      'staff_members.email',
      'staff_members.role',
      'staff_members.created_at',
      'staff_members.disabled_at',
      'staff_members.two_factor_enabled',
    ])
    .select((its) =>
      its
        .selectFrom('staff_passkeys')
        .select('staff_passkeys.id')
        .whereRef('staff_passkeys.member_id', '=', 'staff_members.id')
        .limit(1)
        .as('passkey'),
    )
    .executeTakeFirst()
  if (!row) return null
  const endsAt = Date.parse(row.started_at) + MAX_SESSION_MS
  const hasSecondFactor = row.two_factor_enabled === 1 || row.passkey !== null
  return { id: row.session_id, member: memberOf(row), hasSecondFactor, endsAt }
}

/** The unexpired sessions of a member at `now`, newest first. Times are epoch milliseconds. */
export async function listSessions(
  db: Kysely<Database>,
  memberId: StaffId,
  now: number,
): Promise<StaffSession[]> {
  const rows = await openSessions(db.selectFrom('staff_sessions'), now)
    .where('member_id', '=', memberId)
    .select(['id', 'created_at', 'updated_at', 'address', 'user_agent'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, created_at, updated_at, address, user_agent }) => ({
    id,
    startedAt: Date.parse(created_at),
    lastSeenAt: Date.parse(updated_at),
    address: address ?? '',
    userAgent: user_agent ?? '',
  }))
}

/** Ends the sessions of a member, except `exceptId`; a sign-in in progress has to begin again. */
export async function endEverySession(
  db: Kysely<Database>,
  memberId: StaffId,
  exceptId?: string,
): Promise<void> {
  await db
    .updateTable('staff_members')
    .set({ session_epoch: sql`session_epoch + 1` })
    .where('id', '=', memberId)
    .execute()
  let sessions = db.deleteFrom('staff_sessions').where('member_id', '=', memberId)
  if (exceptId !== undefined) sessions = sessions.where('id', '<>', exceptId)
  await sessions.execute()
}

/** How often the sessions of a member were ended. Read it before checking a password or a passkey. */
export async function findSessionEpoch(db: Kysely<Database>, memberId: StaffId): Promise<number> {
  const members = db.selectFrom('staff_members').select('session_epoch').where('id', '=', memberId)
  return (await members.executeTakeFirstOrThrow()).session_epoch
}

/**
 * Whether the sessions of a member were not ended since `epoch` was read. Ending them waits until the transaction ends.
 */
export async function isSessionEpoch(
  tx: Kysely<Database>,
  memberId: StaffId,
  epoch: number,
): Promise<boolean> {
  await lockMember(tx, memberId)
  return (await findSessionEpoch(tx, memberId)) === epoch
}

/** Deletes expired sessions. */
export async function sweepSessions(db: Kysely<Database>, memberId: StaffId, now: number): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where('member_id', '=', memberId)
    .where((its) =>
      its.or([
        its('expires_at', '<', new Date(now).toISOString()),
        its('created_at', '<=', oldestStart(now)),
      ]),
    )
    .execute()
}

/** The sessions that are not over at `now`. */
export function openSessions<Output>(
  sessions: SelectQueryBuilder<Database, 'staff_sessions', Output>,
  now: number,
): SelectQueryBuilder<Database, 'staff_sessions', Output> {
  return sessions
    .where('staff_sessions.expires_at', '>', new Date(now).toISOString())
    .where('staff_sessions.created_at', '>', oldestStart(now))
}

/** Sessions that began at or before this time have ended. */
function oldestStart(now: number): string {
  return new Date(now - MAX_SESSION_MS).toISOString()
}

/** How long the link of the first start signs its owner in, in milliseconds. */
const FIRST_LINK_MS = 24 * 3_600_000

const firstLinkOf = (token: string) =>
  `staff-first-link:${createHash('sha256').update(token).digest('base64url')}`

/** Makes a link that signs a member in once: returns its token, of which only the hash is stored. */
export async function issueFirstLink(db: Kysely<Database>, memberId: StaffId, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = new Date(now).toISOString()
  const expires_at = new Date(now + FIRST_LINK_MS).toISOString()
  const link = { id: randomUUID(), identifier: firstLinkOf(token), value: memberId, expires_at }
  await db
    .insertInto('staff_verifications')
    .values({ ...link, created_at: at, updated_at: at })
    .execute()
  return token
}

/** Uses up a link that signs in: of two concurrent calls one gets the member, the other null. */
export async function consumeFirstLink(
  db: Kysely<Database>,
  token: string,
  now: number,
): Promise<StaffMember | null> {
  const link = await db
    .deleteFrom('staff_verifications')
    .where('identifier', '=', firstLinkOf(token))
    .returning(['value', 'expires_at'])
    .executeTakeFirst()
  if (!link || Date.parse(link.expires_at) <= now) return null
  return findMember(db, { id: toStaffId(link.value) })
}

/** Voids every link of a member, to reset the password, to sign in and to confirm an address. */
export async function voidResetLinks(db: Kysely<Database>, memberId: StaffId): Promise<void> {
  await deleteAddressChange(db, memberId)
  await db.deleteFrom('staff_verifications').where('value', '=', memberId).execute()
}
