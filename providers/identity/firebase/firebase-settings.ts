import * as v from 'valibot'
import type { ChosenIdentity, IdentityAdapter } from '#providers/identity/identity-adapter.ts'
import { allOrNone, type FilledVariables, type SettingsFault } from '#providers/supplier-adapter.ts'
import { supplierAddress } from '#providers/supplier-address.ts'
import { openFirebase } from './open-firebase.ts'

const VARIABLES = {
  FIREBASE_API_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the web API key of a Firebase project')),
  ),
  FIREBASE_PROJECT_ID: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9-]+$/, 'must be the ID of a Firebase project, such as my-shop-1a2b3'),
    ),
  ),
  FIREBASE_AUTH_EMULATOR_HOST: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/,
        'must be an address and port of this machine, such as 127.0.0.1:9099',
      ),
    ),
  ),
  FIREBASE_API_BASE: v.optional(supplierAddress),
  FIREBASE_KEYS_URL: v.optional(supplierAddress),
}

const REQUIRED = ['FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'] as const
const GOOGLE_API = 'https://identitytoolkit.googleapis.com'
/** Google's public keys for ID tokens, as certificates by key id. */
const GOOGLE_KEYS = 'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'

/** Firebase Authentication as a service for staff accounts that the settings can choose. */
export const FIREBASE: IdentityAdapter = { name: 'firebase', label: 'Firebase', variables: VARIABLES, choose }

function choose(env: FilledVariables): ChosenIdentity | SettingsFault | null {
  const keys = allOrNone(env, REQUIRED)
  if (keys === null) {
    const lone = Object.keys(VARIABLES).find((name) => env[name] !== undefined)
    return lone === undefined ? null : { fault: `${REQUIRED[0]} must be set when ${lone} is.` }
  }
  if ('fault' in keys) return keys
  const { FIREBASE_API_KEY: apiKey, FIREBASE_PROJECT_ID: projectId } = keys
  const emulator = env['FIREBASE_AUTH_EMULATOR_HOST'] ?? null
  const settings = {
    apiKey,
    projectId,
    emulator,
    apiBase:
      emulator === null
        ? (env['FIREBASE_API_BASE'] ?? GOOGLE_API)
        : `http://${emulator}/identitytoolkit.googleapis.com`,
    keysUrl: env['FIREBASE_KEYS_URL'] ?? GOOGLE_KEYS,
  }
  return {
    name: FIREBASE.name,
    label: FIREBASE.label,
    settings,
    testVariable: emulator === null ? null : 'FIREBASE_AUTH_EMULATOR_HOST',
    open: (report) => openFirebase(settings, report),
  }
}
