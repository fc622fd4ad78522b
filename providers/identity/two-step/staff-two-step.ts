import type { StaffMember, TooManyRequests } from '#domain/staff/staff-member.ts'
import type { StaffId } from '#domain/ids.ts'

/** Why nothing was changed. `not-here`: a service keeps the accounts, and their second steps. */
export type TwoStepRefusal =
  | { kind: 'signed-out' | 'wrong-password' | 'already-on' | 'is-off' | 'not-here' }
  | TooManyRequests

/** Where a request comes from, for the audit trail. */
interface From {
  address: string
  userAgent: string
}

/** The key of an open session (staff-identity.ts). */
type SessionKey = string

/** Two-step verification: codes of an authenticator app (TOTP), and recovery codes that each work once. */
export interface StaffTwoStep {
  /** Whether an app is on, and how many recovery codes are left. */
  read(memberId: StaffId): Promise<{ isOn: boolean; codesLeft: number }>
  /** Makes a secret for an app. Two-step verification is on only once a code of the app has confirmed it. */
  begin(
    key: SessionKey,
    password: string,
  ): Promise<{ kind: 'begun'; address: string; secret: string } | TwoStepRefusal>
  /**
   * Turns two-step verification on, and returns the recovery codes, which are stored only as hashes. Other sessions
   * end.
   */
  confirm(
    key: SessionKey,
    code: string,
    from: From,
  ): Promise<
    | { kind: 'on'; codes: string[]; key: SessionKey; livesFor: number }
    | { kind: 'wrong-code' }
    | TwoStepRefusal
  >
  /** Replaces the recovery codes of a member with an app or a passkey. */
  renewCodes(
    key: SessionKey,
    password: string,
    from: From,
  ): Promise<{ kind: 'renewed'; codes: string[] } | TwoStepRefusal>
  /** Turns two-step verification off. Other sessions end. Recovery codes stay while there is a passkey. */
  end(key: SessionKey, password: string, from: From): Promise<{ kind: 'off' } | TwoStepRefusal>
  /**
   * Removes app, passkeys and recovery codes of a member who has lost them, from the server's command line, and ends
   * the sessions. Null: no such account.
   */
  reset(email: string): Promise<StaffMember | null>
}
