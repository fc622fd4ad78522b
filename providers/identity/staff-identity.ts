import type { Role } from '#domain/staff/permissions.ts'
import type { PasswordFault } from '#domain/staff/new-password.ts'

/** Somebody who works here. Times are epoch milliseconds. */
export interface StaffMember {
  id: string
  /** Trimmed and in lower case. */
  email: string
  role: Role
  createdAt: number
  /** Removed staff keep their row, so that what they did keeps a name; they cannot sign in. */
  disabled: boolean
}

/**
 * What the browser keeps to stay signed in: opaque, made by the provider at every sign-in, never taken from a visitor.
 * It goes into an HttpOnly cookie and nowhere else.
 */
export type SessionKey = string

/**
 * A session that a key opened. `renewedFor`: seconds the cookie is to live from now, when it has just been prolonged.
 */
export interface OpenSession {
  id: string
  member: StaffMember
  renewedFor: number | null
}

/** A session as its owner sees it in the list. */
export interface StaffSession {
  id: string
  startedAt: number
  /** To about an hour. */
  lastSeenAt: number
  address: string
  userAgent: string
}

/**
 * What a browser keeps after a sign-in or a reset, so that it is known again (OWASP: device cookies). It opens nothing.
 * Opaque, and another one each time.
 */
export type DeviceToken = string

/** Whom tries are counted for: the browser when it is known, else its network, in whatever form tells two apart. */
export interface Origin {
  device: DeviceToken | null
  network: string
}

/** Where a sign-in comes from. `replaces`: the session that the browser had until now; it ends. */
export interface Visit extends Origin {
  address: string
  userAgent: string
  replaces: SessionKey | null
}

/**
 * Too many tries for this account from where they come from, or from all browsers that are not known; counted by all
 * processes of the shop together.
 */
export interface TooManyRequests {
  kind: 'too-many-requests'
  waitSeconds: number
}

/** The codes of spec 8, and what the caller needs once it went well. */
export type SignInAnswer =
  | { kind: 'signed-in'; member: StaffMember; key: SessionKey; livesFor: number; device: DeviceToken }
  | { kind: 'invalid-email' | 'user-disabled' | 'user-not-found' | 'wrong-password' }
  | TooManyRequests

/** Whether a reset mail may go out to this address, and to whom. */
export type ResetRequestAnswer =
  | { kind: 'known'; member: StaffMember }
  | { kind: 'invalid-email' | 'user-disabled' | 'user-not-found' }
  | TooManyRequests

/** A password that guessers try among the first (domain/staff/new-password.ts). Nothing was changed. */
export interface WeakPassword {
  kind: 'weak-password'
  fault: PasswordFault
}

/** The old session ends with the old password; `key` is the new one of this browser, the only one still known. */
export type ChangePasswordAnswer =
  | { kind: 'changed'; key: SessionKey; livesFor: number; device: DeviceToken }
  | { kind: 'signed-out' | 'wrong-password' }
  | WeakPassword
  | TooManyRequests

/** `device`: whoever had the link is known on this browser from now on, and on no other. */
export type ResetPasswordAnswer =
  | { kind: 'reset'; device: DeviceToken }
  | { kind: 'invalid-link' }
  | WeakPassword

/** An account to be made, or renewed. */
export interface NewMember {
  email: string
  password: string
  role?: Role
}

/** `added`: a new account. `renewed`: it was there; it has the new password, is enabled, and all its sessions ended. */
export type AddMemberAnswer =
  | { kind: 'added' | 'renewed'; member: StaffMember }
  | { kind: 'invalid-email' }
  | WeakPassword

/** The address that a member signs in with after `changeEmail`. `taken`: another account has it, a removed one too. */
export type ChangeEmailAnswer =
  | { kind: 'changed'; member: StaffMember }
  | { kind: 'unknown' | 'invalid-email' | 'taken' }

/** Who may enter the staff area. Passwords are 8 to 128 characters; the callers have checked that. */
export interface StaffIdentity {
  signIn(credentials: { email: string; password: string }, visit: Visit): Promise<SignInAnswer>
  /** Null when the key is unknown, forged, run out or ended, or its owner was disabled. */
  findSession(key: SessionKey): Promise<OpenSession | null>
  signOut(key: SessionKey): Promise<void>

  /** The sessions that are open, the newest first. */
  listSessions(memberId: string): Promise<StaffSession[]>
  endSession(memberId: string, sessionId: string): Promise<void>
  endOtherSessions(memberId: string, sessionId: string): Promise<void>
  /** Ends every session of the member, and goes on in a new one. */
  changePassword(
    key: SessionKey,
    passwords: { current: string; next: string },
    visit: Omit<Visit, 'replaces'>,
  ): Promise<ChangePasswordAnswer>

  requestReset(email: string, origin: Origin): Promise<ResetRequestAnswer>
  /** A token for one reset within the hour, of which only the hash is kept, and the address of an enabled member. */
  createResetToken(memberId: string): Promise<{ token: string; email: string } | null>
  /** Whether the token would be taken. Asking does not use it up: mail scanners follow links. */
  isResetTokenGood(token: string): Promise<boolean>
  /** Sets the password, ends every session of the member, and makes every other token of theirs worthless. */
  resetPassword(token: string, password: string, visit: Visit): Promise<ResetPasswordAnswer>

  /** Makes the first account, an owner's, unless one was ever made: null then. Of two processes, one makes it. */
  addFirstMember(account: { email: string; password: string }): Promise<StaffMember | WeakPassword | null>
  /** Without a role, a new account is an owner's and an old one keeps its role. */
  addMember(account: NewMember): Promise<AddMemberAnswer>
  /** Disables the account, ends its sessions and voids its reset links. Null when there is no such account. */
  disableMember(email: string): Promise<StaffMember | null>
  /**
   * Gives an account another address and voids its reset links; password and sessions stay. Both addresses get a mail.
   * Running it again with the same addresses answers `unknown`, and changes nothing.
   */
  changeEmail(from: string, to: string): Promise<ChangeEmailAnswer>
  /** By e-mail address. */
  listMembers(): Promise<StaffMember[]>
}
