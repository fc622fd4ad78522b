import { AsyncLocalStorage } from 'node:async_hooks'
import { runWithAdapter } from '@better-auth/core/context'
import { passkey } from '@better-auth/passkey'
import type { BetterAuthOptions, DBAdapter } from 'better-auth'
import { APIError } from 'better-auth/api'
import * as v from 'valibot'
import type { PasskeySite } from './staff-passkeys.ts'

/** The cookie in which the plug-in expects the key of the pending challenge. */
export const CHALLENGE_COOKIE = 'passkey'
/** How long a challenge is valid, as set by the plug-in. */
export const CHALLENGE_SECONDS = 5 * 60

/** A check of the browser's answer while it runs. */
export interface Ceremony {
  isDisabled: boolean
  /** The answer was verified, so a failure from here on is not a refusal. */
  isVerified: boolean
}

/**
 * The check that is running. The plug-in accepts an answer without user verification, and reports faults of the
 * database as refusals: `isVerified` tells them apart.
 */
export const ceremonies = new AsyncLocalStorage<Ceremony>()

/** A passkey as the plug-in stores it. */
const newPasskeySchema = v.object({
  credentialID: v.string(),
  publicKey: v.string(),
  counter: v.number(),
  deviceType: v.string(),
  transports: v.string(),
  backedUp: v.boolean(),
  createdAt: v.date(),
  aaguid: v.string(),
})

/** A new passkey whose answer was verified. */
export type NewPasskey = v.InferOutput<typeof newPasskeySchema>

/**
 * Runs a check of the plug-in, which then stores a new passkey through `store`, so that related changes can be in the
 * same transaction.
 */
export async function storingPasskeys<T, Options extends BetterAuthOptions>(
  adapter: DBAdapter<Options>,
  store: (passkey: NewPasskey) => Promise<void>,
  check: () => Promise<T>,
): Promise<T> {
  const create = async <Row extends Record<string, unknown>, Stored = Row>(
    asked: Parameters<typeof adapter.create<Row, Stored>>[0],
  ): Promise<Stored> => {
    if (asked.model !== 'passkey') return adapter.create<Row, Stored>(asked)
    await store(v.parse(newPasskeySchema, asked.data))
    return asked.data as Stored
  }
  return await runWithAdapter<Promise<T>, Options>({ ...adapter, create }, check)
}

function verified({ userVerified }: { userVerified: boolean }): void {
  const ceremony = ceremonies.getStore()
  if (!ceremony || !userVerified) throw new APIError('UNAUTHORIZED')
  ceremony.isVerified = true
  if (ceremony.isDisabled) throw new APIError('FORBIDDEN')
}

/** The passkey plug-in on the shop's tables; null when browsers accept no passkeys at the shop's address. */
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
