import { choiceOf } from '#providers/supplier-adapter.ts'
import { FIREBASE } from './firebase/firebase-settings.ts'
import type { IdentityAdapter } from './identity-adapter.ts'

/** The services for staff accounts that settings can choose. Without any of their variables the shop keeps them. */
const STAFF_IDENTITIES: readonly IdentityAdapter[] = [FIREBASE]

/** The variables of every service, and the service that they choose. */
export const { variables: IDENTITY_VARIABLES, choose: chooseIdentity } = choiceOf(
  STAFF_IDENTITIES,
  'service for staff accounts',
)
