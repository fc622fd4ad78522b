import {
  chooseSupplier,
  variablesOf,
  type FilledVariables,
  type SettingsFault,
} from '#providers/supplier-adapter.ts'
import { FIREBASE } from './firebase/firebase-settings.ts'
import type { ChosenIdentity, IdentityAdapter } from './identity-adapter.ts'

/** The services for staff accounts that settings can choose. Without any of their variables the shop keeps them. */
const STAFF_IDENTITIES: readonly IdentityAdapter[] = [FIREBASE]

/** The variables of every service for staff accounts. */
export const IDENTITY_VARIABLES = variablesOf(STAFF_IDENTITIES)

/** The service whose variables are set, or what is wrong with them; null when none is. */
export function chooseIdentity(env: FilledVariables): ChosenIdentity | SettingsFault | null {
  return chooseSupplier(env, STAFF_IDENTITIES, 'service for staff accounts')
}
