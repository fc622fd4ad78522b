import type { Role } from '#domain/staff/permissions.ts'

/** A staff member as owners see them. Times are texts in the shop's time zone. */
export interface PersonView {
  id: string
  email: string
  role: Role
  isDisabled: boolean
  version: number
  /** Blank: never. */
  lastSignedInAt: string
  openSessions: number
  /** Second factors that the shop keeps. */
  hasApp: boolean
  passkeys: number
}

/** An invitation as owners see it. Times are texts in the shop's time zone. */
export interface InvitationView {
  id: string
  email: string
  role: Role
  invitedBy: string
  invitedAt: string
  expiresAt: string
  isExpired: boolean
  version: number
}
