import type { PasskeyRefusal } from '#providers/identity/passkeys/staff-passkeys.ts'
import type { AuthUnavailable } from '#web/http/call-identity.ts'
import { problem } from '#web/http/problem.ts'
import { staffRefusal } from './staff-refusal.ts'

const REFUSALS = {
  'passkey-refused': { status: 401, title: 'This passkey was not accepted. Please try again.' },
  'too-many-passkeys': {
    status: 409,
    title: 'Your account can’t have any more passkeys. Remove one first.',
  },
  'unknown-passkey': { status: 404, title: 'This passkey has already been removed. Reload the page.' },
  'not-here': { status: 409, title: 'Your account is managed by another service: add passkeys there.' },
  'no-site': {
    status: 409,
    title:
      'Browsers accept passkeys only on a host name with https. Ask the person who runs the shop’s server.',
  },
} as const

/** Why a passkey was not requested, added, changed or accepted. */
export function passkeyRefusal(
  refusal: PasskeyRefusal | AuthUnavailable | { kind: 'user-disabled' },
): Response {
  const { kind } = refusal
  return isOwn(kind)
    ? problem({ type: kind, ...REFUSALS[kind] })
    : staffRefusal(refusal as Parameters<typeof staffRefusal>[0])
}

function isOwn(kind: string): kind is keyof typeof REFUSALS {
  return Object.hasOwn(REFUSALS, kind)
}
