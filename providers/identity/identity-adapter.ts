import type { Connection, ConnectionReport } from '#providers/connection.ts'
import type { ChosenSupplier, SupplierAdapter } from '#providers/supplier-adapter.ts'
import type { StaffPasswords } from './staff-passwords.ts'

/** A service for staff accounts that the settings have chosen. */
export interface ChosenIdentity extends ChosenSupplier {
  /** The name shown to staff. */
  label: string
  /** The variable that makes it trust a fake for tests, if it is set: a public shop must not have it. */
  testVariable: string | null
  open(report: ConnectionReport): { passwords: StaffPasswords; connection: Connection }
}

/** How a service for staff accounts is chosen by settings. */
export type IdentityAdapter = SupplierAdapter<ChosenIdentity>
