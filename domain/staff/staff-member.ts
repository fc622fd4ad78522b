import type { StaffId } from '#domain/ids.ts'
import type { Role } from './permissions.ts'

/** A staff member. Times are epoch milliseconds. */
export interface StaffMember {
  id: StaffId
  /** Trimmed and in lower case. */
  email: string
  role: Role
  createdAt: number
  /** Removed staff keep their row, so that their past actions still have a name; they cannot sign in. */
  disabled: boolean
}

/** A staff member as owners see them. Times are epoch milliseconds. */
export interface Person extends StaffMember {
  version: number
  /** Null: never, or more than a year before the shop began to record it. */
  lastSignedInAt: number | null
  openSessions: number
  /** The second factors that the shop keeps of the member. */
  hasApp: boolean
  passkeys: number
}

/** A session as listed for its member. */
export interface StaffSession {
  id: string
  startedAt: number
  /** Accurate to about an hour. */
  lastSeenAt: number
  address: string
  userAgent: string
}

/** A passkey as listed for its member. Times are epoch milliseconds. */
export interface Passkey {
  id: string
  name: string
  addedAt: number
  /** Null: it was never used to sign in. */
  lastUsedAt: number | null
  /** Whether it is copied to the other devices of its account, as by iCloud or Google. */
  isSynced: boolean
}

/**
 * The token by which a browser is recognized after a sign-in or a reset (OWASP: device cookies). It grants no access.
 * Opaque, and replaced each time.
 */
export type DeviceToken = string

/**
 * Too many attempts for this account from one origin, or from all unknown browsers together; counted across the shop's
 * processes.
 */
export interface TooManyRequests {
  kind: 'too-many-requests'
  waitSeconds: number
}
