import type { StaffId } from '#domain/ids.ts'
import type { Role } from '#domain/staff/permissions.ts'

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

/**
 * Too many attempts for this account from one origin, or from all unknown browsers together; counted across the shop's
 * processes.
 */
export interface TooManyRequests {
  kind: 'too-many-requests'
  waitSeconds: number
}
