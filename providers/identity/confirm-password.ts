import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { BuiltInSessions } from './built-in-sessions.ts'
import { takeSessionAttempt } from './sql-staff-attempts.ts'
import type { OpenSession, SessionKey } from './staff-identity.ts'
import type { TooManyRequests } from '#domain/staff/staff-member.ts'
import type { StaffPasswords } from './staff-passwords.ts'

/** The parts of the shop's staff identity. */
export interface IdentityParts {
  sessions: BuiltInSessions
  passwords: StaffPasswords
  now: () => number
}

/** Checks the password that the member of a session typed again. `not-here`: a service keeps the accounts. */
export async function confirmPassword(
  db: Kysely<Database>,
  { sessions, passwords, now }: IdentityParts,
  { key, password }: { key: SessionKey; password: string },
): Promise<
  | { kind: 'confirmed'; session: OpenSession }
  | { kind: 'not-here' | 'signed-out' | 'wrong-password' }
  | TooManyRequests
> {
  if (passwords.keptBy !== null) return { kind: 'not-here' }
  const session = await sessions.find(key)
  if (!session) return { kind: 'signed-out' }
  const refusal = await takeSessionAttempt(db, session.id, now())
  if (refusal) return refusal
  const checked = await passwords.check(session.member, password)
  return checked.kind === 'right' ? { kind: 'confirmed', session } : { kind: 'wrong-password' }
}
