import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { forgetTries, takeTry, type Throttle } from '#db/engine/throttle.ts'
import { isKnownDevice, takeDeviceTry } from './sql-staff-devices.ts'
import type { Origin, TooManyRequests } from './staff-identity.ts'

const MINUTE_MS = 60_000

/**
 * What browsers that are not known share. `account`: five wrong passwords, then one a minute, 1,440 guesses a day at
 * most from however many addresses. `network`: fewer, so that one alone cannot use up what an account has.
 */
const PASSWORD_TRIES = {
  network: { burst: 5, refillMs: 5 * MINUTE_MS },
  account: { burst: 5, refillMs: MINUTE_MS },
} as const satisfies Record<string, Throttle>

const RESET_MAILS = {
  network: { burst: 3, refillMs: 60 * MINUTE_MS },
  account: { burst: 3, refillMs: 10 * MINUTE_MS },
} as const satisfies Record<string, Throttle>

/** Guesses at the current password from inside a session. */
const SESSION_TRIES: Throttle = { burst: 5, refillMs: MINUTE_MS }
/** Reset mails that a known browser asks for. */
const DEVICE_MAILS: Throttle = { burst: 3, refillMs: 10 * MINUTE_MS }

const passwordKey = (memberId: string) => `staff-password ${memberId}`
const resetKey = (memberId: string) => `staff-reset ${memberId}`
const from = (key: string, network: string) => `${key} from ${network}`

/**
 * Taken before the password is looked at, so that many guesses at once are all counted. A browser that the member has
 * signed in from is counted by itself: a stranger's guesses do not keep it out.
 */
export async function takePasswordTry(
  db: Kysely<Database>,
  memberId: string,
  { device, network }: Origin,
  now: number,
): Promise<TooManyRequests | { kind: 'go-on'; isKnown: boolean }> {
  if (device !== null && (await takeDeviceTry(db, device, memberId, now))) {
    return { kind: 'go-on', isKnown: true }
  }
  const key = passwordKey(memberId)
  const refusal =
    (await take(db, from(key, network), PASSWORD_TRIES.network, now)) ??
    (await take(db, key, PASSWORD_TRIES.account, now))
  return refusal ?? { kind: 'go-on', isKnown: false }
}

/** The same before a reset mail is promised. */
export async function takeResetTry(
  db: Kysely<Database>,
  memberId: string,
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

/** Taken before the current password is looked at, where a session asks for another one. Null: go on. */
export function takeSessionTry(
  db: Kysely<Database>,
  sessionId: string,
  now: number,
): Promise<TooManyRequests | null> {
  return take(db, `staff-session ${sessionId}`, SESSION_TRIES, now)
}

/** For whoever has typed the right password on a browser that was not known. */
export async function forgetPasswordTries(
  db: Kysely<Database>,
  memberId: string,
  network: string,
): Promise<void> {
  const key = passwordKey(memberId)
  await forgetTries(db, from(key, network))
  await forgetTries(db, key)
}

/** For whoever has a new password. */
export async function forgetEveryTry(db: Kysely<Database>, memberId: string): Promise<void> {
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
  const waitSeconds = await takeTry(db, key, throttle, now)
  return waitSeconds === null ? null : { kind: 'too-many-requests', waitSeconds }
}
