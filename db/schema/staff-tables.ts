import type { Generated } from 'kysely'
import type { AuditAction, AuditSubjectKind } from '#domain/audit/audit.ts'
import type { InvitationId, StaffId, StaffKeyId } from '#domain/ids.ts'
import type { Role } from '#domain/staff/permissions.ts'

export interface StaffTables {
  staff_members: StaffMembersTable
  staff_accounts: StaffAccountsTable
  staff_sessions: StaffSessionsTable
  staff_verifications: StaffVerificationsTable
  staff_devices: StaffDevicesTable
  staff_two_factors: StaffTwoFactorsTable
  staff_recovery_codes: StaffRecoveryCodesTable
  staff_passkeys: StaffPasskeysTable
  staff_keys: StaffKeysTable
  kept_answers: KeptAnswersTable
  audit_events: AuditEventsTable
  staff_invitations: StaffInvitationsTable
}

/**
 * better-auth's tables keep times as ISO text. `role` and `disabled_at` are ours, the latter in epoch
 * milliseconds.
 */
interface StaffMembersTable {
  id: StaffId
  email: string
  name: string
  email_verified: Generated<number>
  image: string | null
  role: Role
  disabled_at: number | null
  /** Grows with each change of role, address or access. */
  version: Generated<number>
  last_signed_in_at: number | null
  /** 1: signing in takes a code after the password. better-auth's. */
  two_factor_enabled: Generated<number>
  /** Grows each time the member's sessions are ended. */
  session_epoch: Generated<number>
  created_at: string
  updated_at: string
}

interface StaffAccountsTable {
  id: string
  member_id: StaffId
  provider_id: string
  account_id: string
  /** Hashed: password-hash.ts. */
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: string | null
  refresh_token_expires_at: string | null
  scope: string | null
  created_at: string
  updated_at: string
}

interface StaffSessionsTable {
  id: string
  member_id: StaffId
  /** Hashed: session-tokens.ts. */
  token: string
  expires_at: string
  address: string | null
  user_agent: string | null
  created_at: string
  updated_at: string
}

/**
 * Pending proofs of identity: reset links and invitations. The identifier is hashed; `value` is the id of the member or
 * of the invitation.
 */
interface StaffVerificationsTable {
  id: string
  identifier: string
  value: string
  expires_at: string
  created_at: string
  updated_at: string
}

/** better-auth's secrets for authenticator apps, encrypted. One that is not `verified` is not in use yet. */
interface StaffTwoFactorsTable {
  id: string
  member_id: StaffId
  secret: string
  /** Unused: ours are hashed, in `staff_recovery_codes`. */
  backup_codes: string
  verified: Generated<number>
  failed_verification_count: Generated<number>
  locked_until: string | null
}

/** Recovery codes that were not used yet, as hashes: two-step-rows.ts. */
interface StaffRecoveryCodesTable {
  member_id: StaffId
  code_hash: string
}

/** Passkeys, of better-auth's plug-in. Its times are ISO texts, ours epoch milliseconds. */
interface StaffPasskeysTable {
  id: string
  member_id: StaffId
  name: string
  credential_id: string
  public_key: string
  /** How often the authenticator has signed, where it counts; else 0. */
  counter: number
  device_type: string
  backed_up: number
  transports: string | null
  aaguid: string | null
  created_at: string
  last_used_at: number | null
}

/** Keys by which programs use the staff API with some of the permissions of their maker. */
interface StaffKeysTable {
  id: StaffKeyId
  member_id: StaffId
  name: string
  key_hash: string
  /** The last characters of the key, by which its maker tells it from others. */
  ending: string
  /** JSON: a list of permissions. */
  permissions: string
  created_at: number
  expires_at: number
  /** Accurate to a minute. */
  last_used_at: number | null
}

/** A browser that a member has signed in from. Several members may use one. */
interface StaffDevicesTable {
  token_hash: string
  member_id: StaffId
  /** Wrong passwords since the last right one. */
  tries: number
  signed_in_at: number
}

/** What programs were answered, to be answered again for a day: operations/staff/answer-once.ts. */
interface KeptAnswersTable {
  /** A hash of the program's key and its Idempotency-Key. */
  key_hash: string
  request_hash: string
  /** JSON; null while the request is being answered. */
  answer: string | null
  claimed_at: number
}

/** What staff did: audit-events.ts. Append-only, which the database enforces with triggers. */
interface AuditEventsTable {
  id: Generated<number>
  at: number
  action: AuditAction
  /** Null: the operator, on the server's command line, or a visitor who was refused. */
  actor_id: StaffId | null
  /** The email address of the actor at that time; blank where there is none. */
  actor_name: string
  /** The name of the key that the actor's program came with; blank for a person. */
  key_name: Generated<string>
  subject_kind: AuditSubjectKind
  /** An id or, of an order, its number; blank where the action has no subject. */
  subject_id: string
  /** The name of the subject at that time; blank where it has none, or the name would be a customer's. */
  subject_name: string
  /** JSON: a list of `AuditChange`. */
  changes: string
  /** The shortened network of the actor. */
  network: string
  user_agent: string
}

/** Invitations that were not accepted yet. Deleted when they are accepted or withdrawn, or a month after their end. */
interface StaffInvitationsTable {
  id: InvitationId
  email: string
  role: Role
  invited_by: StaffId
  invited_at: number
  expires_at: number
  version: Generated<number>
}
