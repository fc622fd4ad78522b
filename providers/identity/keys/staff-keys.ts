import type { StaffId, StaffKeyId } from '#domain/ids.ts'
import type { KeyPermission } from '#domain/staff/permissions.ts'
import type { StaffMember, TooManyRequests } from '#domain/staff/staff-member.ts'

/** The key of an open session (staff-identity.ts). */
type SessionKey = string

/** Where a request comes from, for the audit trail. */
interface From {
  address: string
  userAgent: string
}

/** A key by which a program uses the staff API. Times are epoch milliseconds. */
export interface StaffKey {
  id: StaffKeyId
  /** Who made it. */
  memberId: StaffId
  by: string
  name: string
  ending: string
  permissions: KeyPermission[]
  createdAt: number
  expiresAt: number
  /** Accurate to a minute; null: never. */
  lastUsedAt: number | null
}

/** A key that is asked for. `days`: how long it works; `password`: of the member, where the shop keeps it. */
export interface NewKey {
  name: string
  permissions: readonly KeyPermission[]
  days: number
  password: string
}

/** `secret`: the key itself, which is stored only as a hash and shown this once. */
export type MakeKeyAnswer =
  | { kind: 'made'; key: StaffKey; secret: string }
  | { kind: 'signed-out' | 'wrong-password' }
  | { kind: 'not-permitted' }
  | { kind: 'too-many-keys' }
  | TooManyRequests

/** Keys of the staff API. One works until it expires, is revoked, or its maker is disabled. */
export interface StaffKeys {
  /** Of one member or of all, newest first; expired ones too. */
  list(memberId: StaffId | null): Promise<StaffKey[]>
  /** Makes a key with permissions that the role of the session's member has. They get an email about it. */
  make(session: SessionKey, wanted: NewKey, from: From): Promise<MakeKeyAnswer>
  /** Revokes a key at once: one's own, or anyone's for an owner. False when there is none. */
  revoke(id: StaffKeyId, by: { id: StaffId; ofAnyone: boolean } & From): Promise<boolean>
  /** The key and its maker; null when the key is unknown or over. Records that it was used. */
  find(secret: string): Promise<{
    key: Pick<StaffKey, 'id' | 'name' | 'permissions'>
    member: StaffMember
    hasSecondFactor: boolean
  } | null>
}
