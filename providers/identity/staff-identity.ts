import type { StaffId } from '#domain/ids.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { PasswordFault } from '#domain/staff/new-password.ts'
import type {
  NoPasskeys,
  PasskeyChallenge,
  PasskeyOptions,
  PasskeyResponse,
  StaffPasskeys,
} from './passkeys/staff-passkeys.ts'
import type { StaffKeys } from './keys/staff-keys.ts'
import type { StaffInvitations, StaffPeople } from './people/staff-people.ts'
import type { DeviceToken, StaffMember, StaffSession, TooManyRequests } from '#domain/staff/staff-member.ts'
import type { StaffTwoStep } from './two-step/staff-two-step.ts'

/**
 * The key that keeps a browser signed in: opaque, made by the provider at every sign-in, never chosen by a client. It
 * is stored in an HttpOnly cookie only.
 */
export type SessionKey = string

/** An open session. `renewedFor`: the new lifetime of the cookie in seconds, if the session was just extended. */
export interface OpenSession {
  id: string
  member: StaffMember
  /** Whether the shop keeps a second factor of the member: an authenticator app or a passkey. */
  hasSecondFactor: boolean
  renewedFor: number | null
}

/**
 * Where a request comes from, for counting attempts: by browser when it is known, otherwise by network, in any form
 * that distinguishes networks.
 */
export interface Origin {
  device: DeviceToken | null
  network: string
}

/** The origin of a sign-in. `replaces`: the browser's current session, which ends. */
export interface Visit extends Origin {
  address: string
  userAgent: string
  replaces: SessionKey | null
}

/** The service that keeps the accounts has refused; `message` is its reason. */
export interface AccountRefusal {
  kind: 'account-refused'
  message: string
}

/** The result of a sign-in: a code of spec 8, or the new session. */
export type SignInAnswer =
  | { kind: 'signed-in'; member: StaffMember; key: SessionKey; livesFor: number; device: DeviceToken }
  | SecondStep
  | { kind: 'invalid-email' | 'user-disabled' | 'user-not-found' | 'wrong-password' }
  | AccountRefusal
  | TooManyRequests

/** `invalid-link`: it was used, is older than a day, or the password was changed in the meantime. */
export type LinkSignInAnswer =
  | (SignInAnswer & { kind: 'signed-in' | 'second-step' | 'user-disabled' })
  | { kind: 'invalid-link' }

/**
 * The key of a sign-in whose password was correct and that waits for a code. Opaque, for the cookie of this browser
 * only.
 */
export type SecondStepKey = string

/**
 * The password was correct; a code or a passkey is the next step. `hasApp`, `hasPasskey`: what the member has besides
 * recovery codes. `livesFor`: in seconds.
 */
export interface SecondStep {
  kind: 'second-step'
  hasApp: boolean
  hasPasskey: boolean
  challenge: SecondStepKey
  livesFor: number
}

/**
 * The result of the second step. `used-code`: the app's code has signed in before. `expired`: sign in again, after ten
 * minutes, five wrong codes or a new password.
 */
export type SecondStepAnswer =
  | (SignInAnswer & { kind: 'signed-in' })
  | { kind: 'wrong-code' }
  | { kind: 'used-code' }
  | { kind: 'expired' }
  | TooManyRequests

/**
 * The result of a sign-in with a passkey. `passkey-refused`: the passkey is unknown, or its answer is wrong or too
 * late.
 */
export type PasskeySignInAnswer =
  | (SignInAnswer & { kind: 'signed-in' })
  | { kind: 'passkey-refused' | 'user-disabled' }
  | NoPasskeys
  | TooManyRequests

/**
 * Whether a reset mail may be sent to this address, and to which member. `sent`: by the service that keeps the
 * accounts; the shop sends none.
 */
export type ResetRequestAnswer =
  | { kind: 'allowed'; member: StaffMember }
  | { kind: 'sent'; member: StaffMember }
  | { kind: 'invalid-email' | 'user-disabled' | 'user-not-found' }
  | AccountRefusal
  | TooManyRequests

/** The password is easy to guess (domain/staff/new-password.ts). Nothing was changed. */
export interface WeakPassword {
  kind: 'weak-password'
  fault: PasswordFault
}

/** The old sessions end with the old password; `key` is the new session of this browser, the only one still known. */
export type ChangePasswordAnswer =
  | { kind: 'changed'; key: SessionKey; livesFor: number; device: DeviceToken }
  | { kind: 'signed-out' | 'wrong-password' | 'invalid-email' | 'user-disabled' | 'user-not-found' }
  | WeakPassword
  | AccountRefusal
  | TooManyRequests

/** `device`: this browser is known from now on, and no other is. */
export type ResetPasswordAnswer =
  | { kind: 'reset'; device: DeviceToken }
  | { kind: 'invalid-link' }
  | WeakPassword
  | AccountRefusal

/** An account to be made, or renewed. `password` counts only when the shop keeps the passwords. */
export interface NewMember {
  email: string
  password: string
  role?: Role
}

/**
 * `added`: a new account. `renewed`: an existing account, which has the new password, is enabled, and has no sessions
 * any more.
 */
export type AddMemberAnswer =
  | { kind: 'added' | 'renewed'; member: StaffMember }
  | { kind: 'invalid-email' }
  | WeakPassword

/**
 * The result of an accepted invitation. `joined`: a service keeps the accounts, where the new member signs in next.
 * `already-member`: the address has become staff in another way; nothing about that account was changed.
 */
export type AcceptAnswer =
  | (SignInAnswer & { kind: 'signed-in' })
  | { kind: 'joined'; member: StaffMember }
  | { kind: 'invalid-link' | 'already-member' | 'no-password' }
  | WeakPassword

/** The result of `changeEmail`. `taken`: another account, perhaps a removed one, has the new address. */
export type ChangeEmailAnswer =
  | { kind: 'changed'; member: StaffMember }
  | { kind: 'unknown' | 'invalid-email' | 'taken' }

/** The result of asking for another address. `not-here`: a service keeps the accounts. */
export type OwnEmailAnswer =
  | { kind: 'asked' }
  | { kind: 'invalid-email' | 'taken' }
  | { kind: 'not-here' }
  | { kind: 'signed-out' }
  | { kind: 'wrong-password' }
  | TooManyRequests

/** The result of the link to a new address. `taken`: another account has got the address since. */
export type ConfirmEmailAnswer = { kind: 'changed'; member: StaffMember } | { kind: 'invalid-link' | 'taken' }

/** How members change the address that they sign in with: it is the old one until the new one is confirmed. */
export interface StaffAddresses {
  /**
   * Asks for another address, with the password typed again, in place of one that was asked for before. Both addresses
   * get an email, the new one with a link. A new password, or the end of the access, ends it.
   */
  ask(
    key: SessionKey,
    change: { email: string; password: string },
    from: Pick<Visit, 'address' | 'userAgent'>,
  ): Promise<OwnEmailAnswer>
  /** The address that a member has asked for and not confirmed, and when its link ends (epoch milliseconds). */
  find(memberId: StaffId): Promise<{ email: string; expiresAt: number } | null>
  /** Ends what a member has asked for; both addresses get an email. Does nothing when there is nothing. */
  withdraw(memberId: StaffId, from: Pick<Visit, 'address' | 'userAgent'>): Promise<void>
  /** Makes a link for the email to this address; null when the member does not wait for it any more. */
  createLink(memberId: StaffId, email: string): Promise<{ token: string; expiresAt: number } | null>
  /** The addresses of a link; null when it has ended. The link stays valid. */
  findByToken(token: string): Promise<{ from: string; to: string } | null>
  /** Uses a link up and changes the address; both get an email. Password and sessions stay. */
  confirm(token: string, from: Pick<Visit, 'address' | 'userAgent'>): Promise<ConfirmEmailAnswer>
}

/**
 * Staff accounts and sessions. Passwords are 8 to 128 characters; callers check that. Where a service keeps the
 * accounts, an account counts as staff only when its address was added to the shop, with a role; calls to the service
 * may throw a SupplierError.
 */
export interface StaffIdentity {
  /** The service that keeps the accounts and their passwords, as staff read it; null: the shop keeps them. */
  readonly accountsAt: string | null

  signIn(credentials: { email: string; password: string }, visit: Visit): Promise<SignInAnswer>
  /** Signs in with the link of the first start, which takes the place of the password and is used up. */
  signInWithLink(token: string, visit: Visit): Promise<LinkSignInAnswer>
  /** Finishes a sign-in that waits for its second step, with a code of the app or a recovery code. */
  finishSignIn(challenge: SecondStepKey, code: string, visit: Visit): Promise<SecondStepAnswer>
  /** Makes the options for signing in with a passkey of any member. */
  beginPasskeySignIn(): Promise<PasskeyOptions | NoPasskeys>
  /**
   * Signs in with a passkey, which counts as both factors. The challenge is used up, even when the answer is refused.
   */
  signInWithPasskey(
    challenge: PasskeyChallenge,
    response: PasskeyResponse,
    visit: Visit,
  ): Promise<PasskeySignInAnswer>
  /** A member who has signed in on this browser, always the same one; null when the browser is not known any more. */
  findDeviceMember(device: DeviceToken): Promise<StaffId | null>
  /** Null when the key is unknown, forged, expired or ended, or when its member is disabled. */
  findSession(key: SessionKey): Promise<OpenSession | null>
  /** `from`: where the request comes from, for the audit trail. */
  signOut(key: SessionKey, from?: Omit<Visit, 'replaces'>): Promise<void>

  /** The open sessions, newest first. */
  listSessions(memberId: StaffId): Promise<StaffSession[]>
  endSession(memberId: StaffId, sessionId: string, from: Omit<Visit, 'replaces'>): Promise<void>
  endOtherSessions(memberId: StaffId, sessionId: string, from: Omit<Visit, 'replaces'>): Promise<void>
  /** Ends every session of the member and opens a new one. */
  changePassword(
    key: SessionKey,
    passwords: { current: string; next: string },
    visit: Omit<Visit, 'replaces'>,
  ): Promise<ChangePasswordAnswer>

  requestReset(email: string, origin: Origin): Promise<ResetRequestAnswer>
  /**
   * Makes a token for one reset within the hour, stored only as a hash, and returns the address of an enabled member.
   * Null when there is none, or when the service that keeps the accounts has mailed the link itself.
   */
  createResetToken(memberId: StaffId): Promise<{ token: string; email: string } | null>
  /** Whether the token is valid. Checking does not use the token up, because mail scanners follow links. */
  isResetTokenGood(token: string): Promise<boolean>
  /** Sets the password, ends every session of the member and voids every other token that was made here. */
  resetPassword(token: string, password: string, visit: Visit): Promise<ResetPasswordAnswer>

  /**
   * Creates the first account, an owner's. Null when a first account was ever created. Of two processes, one creates
   * it. `onAdded` is called just before it is stored; `link` is the token of a link that signs the account in, once and
   * within a day, null where a service keeps the accounts.
   */
  addFirstMember(
    account: { email: string; password: string },
    onAdded?: (member: StaffMember, link: string | null) => void,
  ): Promise<StaffMember | WeakPassword | null>
  /** Without a role, a new account is an owner's and an old one keeps its role. */
  addMember(account: NewMember): Promise<AddMemberAnswer>
  /** Disables the account, ends its sessions and voids its reset links. Null when there is no such account. */
  disableMember(email: string): Promise<StaffMember | null>
  /**
   * Changes the address of an account and voids its reset links; password and sessions stay. Both addresses get an
   * email. Repeating a call with the same addresses returns `unknown`, and changes nothing.
   */
  changeEmail(from: string, to: string): Promise<ChangeEmailAnswer>
  /**
   * Checks the password that the member of a session typed again, before what must not happen by a session alone.
   * `not-here`: a service keeps the accounts.
   */
  confirmPassword(
    key: SessionKey,
    password: string,
  ): Promise<
    | { kind: 'confirmed' }
    | { kind: 'not-here' }
    | { kind: 'signed-out' }
    | { kind: 'wrong-password' }
    | TooManyRequests
  >
  /** Sorted by email address. */
  listMembers(): Promise<StaffMember[]>

  /** The members, as owners manage them. */
  readonly people: StaffPeople
  readonly invitations: StaffInvitations
  readonly twoStep: StaffTwoStep
  readonly passkeys: StaffPasskeys
  readonly keys: StaffKeys
  readonly addresses: StaffAddresses
  /**
   * Makes the member of an invitation, with this password, and signs them in. The link works once. Where a service
   * keeps the accounts, no password is set and no one is signed in.
   */
  acceptInvitation(token: string, password: string | null, visit: Visit): Promise<AcceptAnswer>
}
