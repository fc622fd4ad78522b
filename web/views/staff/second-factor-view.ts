import type { PasskeyView } from './passkey-view.ts'

/** The second factors of a member, as the member sees them. */
export interface SecondFactorView {
  /** The service that keeps the account and its second factors; null: the shop. */
  accountsAt: string | null
  /** Browsers accept passkeys at the address of the shop. */
  canHavePasskeys: boolean
  hasApp: boolean
  passkeys: PasskeyView[]
  /** How many recovery codes are left. */
  codesLeft: number
  /** The role of the member requires one. */
  isRequired: boolean
}
