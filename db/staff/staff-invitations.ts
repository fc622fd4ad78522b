import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Database } from '#db/schema.ts'
import { toInvitationId, type InvitationId, type StaffId } from '#domain/ids.ts'
import type { Role } from '#domain/staff/permissions.ts'

/** The outbox task of an invitation mail (operations/staff/send-invitation-mail.ts). */
export const STAFF_INVITATION = 'staff-invitation'

/** How long an invitation can be accepted, in milliseconds. */
const VALID_MS = 7 * 24 * 3_600_000

/** An invitation that was not accepted yet. Times are epoch milliseconds. */
export interface InvitationRow {
  id: InvitationId
  email: string
  role: Role
  /** The address of the owner who made it. */
  invitedBy: string
  invitedAt: number
  expiresAt: number
  version: number
}

/** Every open or expired invitation, newest first. */
export function listInvitations(db: Kysely<Database>): Promise<InvitationRow[]> {
  return invitations(db).orderBy('invited_at', 'desc').orderBy('staff_invitations.id').execute()
}

/** The invitation, open or expired. */
export async function findInvitation(
  db: Kysely<Database>,
  by: { id: InvitationId } | { email: string },
): Promise<InvitationRow | null> {
  const found =
    'id' in by
      ? invitations(db).where('staff_invitations.id', '=', by.id)
      : invitations(db).where('staff_invitations.email', '=', by.email)
  return (await found.executeTakeFirst()) ?? null
}

/** Locks an invitation until the transaction ends. */
export async function lockInvitation(tx: Kysely<Database>, id: InvitationId): Promise<void> {
  await tx.selectFrom('staff_invitations').select('id').where('id', '=', id).forUpdate().execute()
}

/** Writes an invitation and enqueues its mail. Call it in a transaction. */
export async function writeInvitation(
  tx: Kysely<Database>,
  { email, role, by, now }: { email: string; role: Role; by: StaffId; now: number },
): Promise<InvitationId> {
  const id = toInvitationId(randomUUID())
  await tx
    .insertInto('staff_invitations')
    .values({ id, email, role, invited_by: by, invited_at: now, expires_at: now + VALID_MS })
    .execute()
  await enqueueMail(tx, id, { version: 1, now })
  return id
}

/** Prolongs an invitation, voids the links that were mailed, and enqueues a new mail. Call it in a transaction. */
export async function renewInvitation(tx: Kysely<Database>, id: InvitationId, now: number): Promise<void> {
  const { version } = await tx
    .updateTable('staff_invitations')
    .set((its) => ({ expires_at: now + VALID_MS, version: its('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await voidLinks(tx, id)
  await enqueueMail(tx, id, { version, now })
}

/** Deletes an invitation with its links. False when it is gone. Call it in a transaction. */
export async function deleteInvitation(tx: Kysely<Database>, id: InvitationId): Promise<boolean> {
  await voidLinks(tx, id)
  const deleted = await tx
    .deleteFrom('staff_invitations')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes the invitation of an address that has become staff in another way. Call it in a transaction. */
export async function deleteInvitationOf(tx: Kysely<Database>, email: string): Promise<void> {
  const invitation = await findInvitation(tx, { email })
  if (invitation) await deleteInvitation(tx, invitation.id)
}

/** Makes a link of an invitation: returns its token, of which only the hash is stored. Call it in a transaction. */
export async function issueInvitationToken(
  tx: Kysely<Database>,
  { id, expiresAt }: InvitationRow,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = new Date(now).toISOString()
  await tx
    .insertInto('staff_verifications')
    .values({
      id: randomUUID(),
      identifier: identifierOf(token),
      value: id,
      expires_at: new Date(expiresAt).toISOString(),
      created_at: at,
      updated_at: at,
    })
    .execute()
  return token
}

/** The invitation of a valid link. The link stays valid. */
export async function findInvitationByToken(
  db: Kysely<Database>,
  token: string,
  now: number,
): Promise<InvitationRow | null> {
  const link = await db
    .selectFrom('staff_verifications')
    .select('value')
    .where('identifier', '=', identifierOf(token))
    .executeTakeFirst()
  const invitation = link ? await findInvitation(db, { id: toInvitationId(link.value) }) : null
  return invitation && invitation.expiresAt > now ? invitation : null
}

/**
 * Uses up a valid link and its invitation: of two concurrent calls one gets the invitation, the other null. Call it in
 * a transaction.
 */
export async function consumeInvitation(
  tx: Kysely<Database>,
  token: string,
  now: number,
): Promise<InvitationRow | null> {
  const invitation = await findInvitationByToken(tx, token, now)
  if (invitation === null) return null
  const taken = await tx
    .deleteFrom('staff_invitations')
    .where('id', '=', invitation.id)
    .where('version', '=', invitation.version)
    .returning('id')
    .executeTakeFirst()
  if (!taken) return null
  await voidLinks(tx, invitation.id)
  return invitation
}

/** Deletes invitations that expired before this time, and every link that did. */
export async function deleteOldInvitations(db: Kysely<Database>, before: number): Promise<void> {
  await db.deleteFrom('staff_invitations').where('expires_at', '<', before).execute()
  await db
    .deleteFrom('staff_verifications')
    .where('expires_at', '<', new Date(before).toISOString())
    .execute()
}

function invitations(db: Kysely<Database>) {
  return db
    .selectFrom('staff_invitations')
    .innerJoin('staff_members', 'staff_members.id', 'staff_invitations.invited_by')
    .select([
      'staff_invitations.id',
      'staff_invitations.email',
      'staff_invitations.role',
      'staff_members.email as invitedBy',
      'invited_at as invitedAt',
      'expires_at as expiresAt',
      'staff_invitations.version',
    ])
}

async function voidLinks(tx: Kysely<Database>, id: InvitationId): Promise<void> {
  await tx.deleteFrom('staff_verifications').where('value', '=', id).execute()
}

function enqueueMail(
  tx: Kysely<Database>,
  id: InvitationId,
  { version, now }: { version: number; now: number },
): Promise<void> {
  const payload = { invitationId: id, version }
  const dedupeKey = `${STAFF_INVITATION}:${id}:${version}`
  return enqueue(tx, [{ kind: STAFF_INVITATION, payload, dedupeKey }], now)
}

function identifierOf(token: string): string {
  return `staff-invitation:${createHash('sha256').update(token).digest('base64url')}`
}
