import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { forgetTries, takeTry, type Throttle } from '#db/throttle.ts'
import type { TooManyRequests } from './staff-identity.ts'

/** Five wrong passwords, then one a minute: 1,440 guesses a day at most, however many addresses they come from. */
const PASSWORD_TRIES: Throttle = { burst: 5, refillMs: 60_000 }
const RESET_MAILS: Throttle = { burst: 3, refillMs: 10 * 60_000 }

const passwordKey = (memberId: string) => `staff-password ${memberId}`
const resetKey = (memberId: string) => `staff-reset ${memberId}`

/** Taken before the password is looked at, so that many guesses at once are all counted. Null: go on. */
export function takePasswordTry(
  db: Kysely<Database>,
  memberId: string,
  now: number,
): Promise<TooManyRequests | null> {
  return take(db, passwordKey(memberId), PASSWORD_TRIES, now)
}

/** Taken before a reset mail is promised. Null: go on. */
export function takeResetTry(
  db: Kysely<Database>,
  memberId: string,
  now: number,
): Promise<TooManyRequests | null> {
  return take(db, resetKey(memberId), RESET_MAILS, now)
}

/** For whoever has typed the right password. */
export function forgetPasswordTries(db: Kysely<Database>, memberId: string): Promise<void> {
  return forgetTries(db, passwordKey(memberId))
}

/** For whoever has a new password. */
export async function forgetEveryTry(db: Kysely<Database>, memberId: string): Promise<void> {
  await forgetTries(db, passwordKey(memberId))
  await forgetTries(db, resetKey(memberId))
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
