import type { StaffId } from '#domain/ids.ts'
import type { Passkey, TooManyRequests } from '#domain/staff/staff-member.ts'

/** Where the browser accepts passkeys: the host name of the shop, and the address of its pages. */
export interface PasskeySite {
  id: string
  origin: string
}

/** WebAuthn's options for the browser as JSON, and the key of their challenge for a cookie of this browser. */
export interface PasskeyOptions {
  kind: 'started'
  options: object
  challenge: PasskeyChallenge
  /** In seconds. */
  livesFor: number
}

/** The key of a pending challenge: opaque, signed, and valid for one answer. */
export type PasskeyChallenge = string

/** The answer of the browser, as JSON. */
export type PasskeyResponse = Readonly<Record<string, unknown>>

/** `not-here`: a service keeps the accounts. `no-site`: browsers accept no passkeys at the shop's address. */
export interface NoPasskeys {
  kind: 'not-here' | 'no-site'
}

/** Why nothing was changed. `passkey-refused`: the answer of the browser is wrong or too late. */
export type PasskeyRefusal =
  | NoPasskeys
  | TooManyRequests
  | { kind: 'signed-out' | 'wrong-password' | 'passkey-refused' | 'too-many-passkeys' | 'unknown-passkey' }

/** Where a request comes from, for the audit trail. */
interface From {
  address: string
  userAgent: string
}

/** The key of an open session (staff-identity.ts). */
type SessionKey = string

/** Passkeys of members whose accounts the shop keeps. Signing in with a passkey requires no password and no code. */
export interface StaffPasskeys {
  /** Why there can be no passkeys; null when there can. */
  readonly obstacle: NoPasskeys['kind'] | null
  /** Oldest first. */
  list(memberId: StaffId): Promise<Passkey[]>
  /** Makes the options for a new passkey. */
  begin(key: SessionKey, password: string): Promise<PasskeyOptions | PasskeyRefusal>
  /**
   * Adds the new passkey. If it is the member's first second factor, `codes` are new recovery codes and the member's
   * other sessions end; otherwise `codes` is null.
   */
  add(
    key: SessionKey,
    answer: { challenge: PasskeyChallenge; response: PasskeyResponse; name: string },
    from: From,
  ): Promise<{ kind: 'added'; passkeys: Passkey[]; codes: string[] | null } | PasskeyRefusal>
  rename(
    key: SessionKey,
    passkey: { id: string; name: string },
    from: From,
  ): Promise<{ kind: 'renamed'; passkeys: Passkey[] } | PasskeyRefusal>
  /** Removes a passkey; the member's other sessions end. */
  remove(
    key: SessionKey,
    passkey: { id: string; password: string },
    from: From,
  ): Promise<{ kind: 'removed'; passkeys: Passkey[] } | PasskeyRefusal>
}
