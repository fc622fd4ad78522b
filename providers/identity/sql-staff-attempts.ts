import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { clearAttempts, takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import type { StaffId } from '#domain/ids.ts'
import { isKnownDevice, takeDeviceAttempt } from '#db/staff/staff-devices.ts'
import type { Origin } from './staff-identity.ts'
import type { TooManyRequests } from '#domain/staff/staff-member.ts'

const MINUTE_MS = 60_000

/**
 * The limits shared by all unknown browsers. `account`: five wrong passwords, then one a minute, so at most 1,440
 * guesses a day from any number of addresses. `network`: fewer, so that one network cannot use up the limit of an
 * account.
 */
const PASSWORD_TRIES = {
  network: { burst: 5, refillMs: 5 * MINUTE_MS },
  account: { burst: 5, refillMs: MINUTE_MS },
} as const satisfies Record<string, Throttle>

const RESET_MAILS = {
  network: { burst: 3, refillMs: 60 * MINUTE_MS },
  account: { burst: 3, refillMs: 10 * MINUTE_MS },
} as const satisfies Record<string, Throttle>

/** Wrong current passwords within a session. */
const SESSION_TRIES: Throttle = { burst: 5, refillMs: MINUTE_MS }
/** Reset mails requested by a known browser. */
const DEVICE_MAILS: Throttle = { burst: 3, refillMs: 10 * MINUTE_MS }

const passwordKey = (memberId: StaffId) => `staff-password ${memberId}`
const resetKey = (memberId: StaffId) => `staff-reset ${memberId}`
const from = (key: string, network: string) => `${key} from ${network}`

/**
 * Counted before the password is checked, so that parallel guesses are all counted. A browser that the member has
 * signed in from has a separate limit: guesses from elsewhere cannot lock it out.
 */
export async function takePasswordAttempt(
  db: Kysely<Database>,
  memberId: StaffId,
  { device, network }: Origin,
  now: number,
): Promise<TooManyRequests | { kind: 'allowed'; isKnown: boolean }> {
  if (device !== null && (await takeDeviceAttempt(db, device, memberId, now))) {
    return { kind: 'allowed', isKnown: true }
  }
  const key = passwordKey(memberId)
  const refusal =
    (await take(db, from(key, network), PASSWORD_TRIES.network, now)) ??
    (await take(db, key, PASSWORD_TRIES.account, now))
  return refusal ?? { kind: 'allowed', isKnown: false }
}

/** Counted before a reset mail is sent. */
export async function takeResetAttempt(
  db: Kysely<Database>,
  memberId: StaffId,
  { device, network }: Origin,
  now: number,
): Promise<TooManyRequests | null> {
  const key = resetKey(memberId)
  if (device !== null && (await isKnownDevice(db, device, memberId, now))) {
    return take(db, `${key} from a known browser`, DEVICE_MAILS, now)
  }
  return (
    (await take(db, from(key, network), RESET_MAILS.network, now)) ??
    (await take(db, key, RESET_MAILS.account, now))
  )
}

/** Counted before the current password is checked, when a session changes the password. Null: allowed. */
export function takeSessionAttempt(
  db: Kysely<Database>,
  sessionId: string,
  now: number,
): Promise<TooManyRequests | null> {
  return take(db, `staff-session ${sessionId}`, SESSION_TRIES, now)
}

/** Codes after the password, of one account: ten, then one a minute. */
const CODE_TRIES: Throttle = { burst: 10, refillMs: MINUTE_MS }
const codeKey = (memberId: StaffId) => `staff-code ${memberId}`

/** Counted before a code is checked. Null: allowed. */
export function takeCodeAttempt(
  db: Kysely<Database>,
  memberId: StaffId,
  now: number,
): Promise<TooManyRequests | null> {
  return take(db, codeKey(memberId), CODE_TRIES, now)
}

/** Resets the count after a right code. */
export function clearCodeAttempts(db: Kysely<Database>, memberId: StaffId): Promise<void> {
  return clearAttempts(db, codeKey(memberId))
}

/** A code of the app is valid for a minute and a half at most, and is not accepted twice within this time. */
const SAME_CODE: Throttle = { burst: 1, refillMs: 2 * MINUTE_MS }
const usedKey = (memberId: StaffId, code: string) => `staff-code-used ${memberId} ${code}`

/** Takes a code of the app, before it is checked: of two concurrent calls one gets true (RFC 6238, 5.2). */
export async function takeAppCode(
  db: Kysely<Database>,
  memberId: StaffId,
  code: string,
  now: number,
): Promise<boolean> {
  return (await takeAttempt(db, usedKey(memberId, code), SAME_CODE, now)) === null
}

/** Gives back a code that signed nobody in. */
export function returnAppCode(db: Kysely<Database>, memberId: StaffId, code: string): Promise<void> {
  return clearAttempts(db, usedKey(memberId, code))
}

/** Passkeys of one account, from one network: ten wrong ones, then one a minute. */
const PASSKEY_TRIES: Throttle = { burst: 10, refillMs: MINUTE_MS }
const passkeyKey = (memberId: StaffId, { network }: Origin) => from(`staff-passkey ${memberId}`, network)

/** Counted before a passkey is checked. Null: allowed. */
export function takePasskeyAttempt(
  db: Kysely<Database>,
  memberId: StaffId,
  origin: Origin,
  now: number,
): Promise<TooManyRequests | null> {
  return take(db, passkeyKey(memberId, origin), PASSKEY_TRIES, now)
}

/** Resets the count after a right passkey. */
export function clearPasskeyAttempts(db: Kysely<Database>, memberId: StaffId, origin: Origin): Promise<void> {
  return clearAttempts(db, passkeyKey(memberId, origin))
}

/** Refused sign-ins that the audit trail records of one account, and of all unknown addresses. */
const RECORDED_REFUSALS: Throttle = { burst: 50, refillMs: MINUTE_MS }

/** Whether one more refused sign-in is recorded. `memberId` null: of an unknown address. */
export async function mayRecordRefusal(
  db: Kysely<Database>,
  memberId: StaffId | null,
  now: number,
): Promise<boolean> {
  return (await take(db, `staff-refusals ${memberId ?? 'unknown'}`, RECORDED_REFUSALS, now)) === null
}

/** Resets the count after a correct password from an unknown browser. */
export async function clearPasswordAttempts(
  db: Kysely<Database>,
  memberId: StaffId,
  network: string,
): Promise<void> {
  const key = passwordKey(memberId)
  await clearAttempts(db, from(key, network))
  await clearAttempts(db, key)
}

/** Resets every count after a new password was set. */
export async function clearAllAttempts(db: Kysely<Database>, memberId: StaffId): Promise<void> {
  for (const key of [passwordKey(memberId), resetKey(memberId)]) {
    await db
      .deleteFrom('throttles')
      .where((its) => its.or([its('key', '=', key), its('key', 'like', from(key, '%'))]))
      .execute()
  }
}

async function take(
  db: Kysely<Database>,
  key: string,
  throttle: Throttle,
  now: number,
): Promise<TooManyRequests | null> {
  const waitSeconds = await takeAttempt(db, key, throttle, now)
  return waitSeconds === null ? null : { kind: 'too-many-requests', waitSeconds }
}
