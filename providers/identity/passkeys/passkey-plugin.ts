import { AsyncLocalStorage } from 'node:async_hooks'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import type { PasskeySite } from './staff-passkeys.ts'

/** The cookie in which the plug-in looks for the question that waits for its answer. */
export const CHALLENGE_COOKIE = 'passkey'
/** How long a question waits: the time that the plug-in gives. */
export const CHALLENGE_SECONDS = 5 * 60

/** A check of the browser's answer while it runs. */
export interface Ceremony {
  isDisabled: boolean
  /** The answer was right, so that whatever fails now is no refusal. */
  isVerified: boolean
}

/** The plug-in accepts an answer without user verification, and reports faults of the database as refusals. */
export const ceremonies = new AsyncLocalStorage<Ceremony>()

function verified({ userVerified }: { userVerified: boolean }): void {
  const ceremony = ceremonies.getStore()
  if (!ceremony || !userVerified) throw new APIError('UNAUTHORIZED')
  ceremony.isVerified = true
  if (ceremony.isDisabled) throw new APIError('FORBIDDEN')
}

/** Passkeys on the shop's tables. Null: no address of the shop that browsers accept. */
export function passkeys(site: PasskeySite | null) {
  return passkey({
    rpID: site?.id ?? 'staff.invalid',
    rpName: 'Redemption staff',
    origin: site?.origin ?? 'https://staff.invalid',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: CHALLENGE_COOKIE },
    registration: {
      async afterVerification({ verification: { registrationInfo } }) {
        verified({ userVerified: registrationInfo?.userVerified === true })
      },
    },
    authentication: {
      async afterVerification({ verification: { authenticationInfo } }) {
        verified(authenticationInfo)
      },
    },
    schema: {
      passkey: {
        modelName: 'staff_passkeys',
        fields: {
          userId: 'member_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}
