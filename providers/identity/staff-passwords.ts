import type { AccountRefusal } from './staff-identity.ts'
import type { StaffMember } from '#domain/staff/staff-member.ts'
import type { StaffId } from '#domain/ids.ts'

/** The result of a password check. `proof`: an opaque value for `change`. */
export type PasswordCheck =
  | { kind: 'right'; proof: string }
  | { kind: 'invalid-email' | 'user-disabled' | 'user-not-found' | 'wrong-password' }
  | AccountRefusal

/**
 * A new password. `row`: what the shop stores in the transaction that ends the member's sessions; null when a service
 * keeps the password and has it already. `instead`: the row is stored only while this is the current hash.
 */
export interface NewPassword {
  kind: 'new-password'
  row: { passwordHash: string; instead?: string } | null
}

/**
 * Keeps the passwords of staff, the only part that differs between identities. The shop always keeps members and
 * sessions.
 */
export interface StaffPasswords {
  /** The service that keeps them, as staff read it; null: the shop. */
  readonly keptBy: string | null
  /** The hash that the shop stores for the password of an account that is made here; null: it stores none. */
  hash(password: string): Promise<string | null>
  check(member: StaffMember, password: string): Promise<PasswordCheck>
  /** `proof`: from the check of the current password. */
  change(member: StaffMember, proof: string, next: string): Promise<NewPassword | AccountRefusal>
  /**
   * Has the password service mail the link; `shop-sends`: the shop mails it, with a token of `createResetToken`.
   */
  requestReset(
    member: StaffMember,
  ): Promise<
    'shop-sends' | 'sent' | { kind: 'invalid-email' | 'user-disabled' | 'user-not-found' } | AccountRefusal
  >
  /** Null when the service has mailed the link itself. */
  createResetToken(member: StaffMember): Promise<string | null>
  /** The member of a valid reset token, which stays valid. */
  findResetMember(token: string): Promise<{ id: StaffId } | { email: string } | null>
  /** Uses a reset token up: of two concurrent calls one sets the password. */
  reset(
    member: StaffMember,
    token: string,
    next: string,
  ): Promise<NewPassword | { kind: 'invalid-link' } | AccountRefusal>
}
