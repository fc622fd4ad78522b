import * as v from 'valibot'
import { looksLikeEmail } from '#domain/email.ts'
import type { ShopDatabase } from '#db/open-database.ts'
import { forgetTries, takeTry, type Throttle } from '#db/throttle.ts'
import { hashPassword, type PasswordCost } from './password-hash.ts'
import type { StaffAuth } from './built-in-auth.ts'
import type {
  AddMemberAnswer,
  ChangePasswordAnswer,
  OpenSession,
  ResetRequestAnswer,
  SessionKey,
  SignInAnswer,
  StaffIdentity,
  StaffMember,
  StaffSession,
  TooManyRequests,
  Visit,
} from './staff-identity.ts'
import * as rows from './sql-staff-rows.ts'

/** Five wrong passwords, then one a minute: 1,440 guesses a day at most, however many addresses they come from. */
const PASSWORD_TRIES: Throttle = { burst: 5, refillMs: 60_000 }
const RESET_MAILS: Throttle = { burst: 3, refillMs: 10 * 60_000 }

const FIRST_MEMBER_MADE = 'first-staff-member-made'
const SESSION_KEY = /^([A-Za-z0-9]{20,64})\.[A-Za-z0-9%+/=_-]{20,200}$/
const RESET_TOKEN = /^[A-Za-z0-9]{20,64}$/
/** What better-auth takes as well, so that whoever is added can sign in. */
const signInAddress = v.pipe(v.string(), v.email(), v.check(looksLikeEmail))

const signingInTries = (memberId: string) => `staff-password ${memberId}`
const resetTries = (memberId: string) => `staff-reset ${memberId}`

/** Tests set the clock, and a cost that leaves them time for other things. */
export interface BuiltInIdentityOptions {
  now?: () => number
  passwordCost?: PasswordCost
}

/** Staff accounts in the shop's own database, kept by better-auth. */
export class BuiltInIdentity implements StaffIdentity {
  readonly #database: ShopDatabase
  readonly #now: () => number
  readonly #passwordCost: PasswordCost | undefined
  #auth: Promise<typeof import('./built-in-auth.ts') & { auth: StaffAuth }> | undefined

  constructor(database: ShopDatabase, { now = () => Date.now(), passwordCost }: BuiltInIdentityOptions = {}) {
    this.#database = database
    this.#now = now
    this.#passwordCost = passwordCost
  }

  async signIn(credentials: { email: string; password: string }, visit: Visit): Promise<SignInAnswer> {
    const email = normalized(credentials.email)
    if (!v.is(signInAddress, email)) return { kind: 'invalid-email' }
    const member = await rows.findMember(this.#db, { email })
    if (!member) return { kind: 'user-not-found' }
    const refusal = await this.#takePasswordTry(member)
    if (refusal) return refusal
    if (member.disabled) return { kind: 'user-disabled' }

    const { auth, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await this.#open()
    const body = { email, password: credentials.password }
    const signedIn = await refusable(
      auth.api.signInEmail({ body, headers: visitHeaders(visit), returnHeaders: true }),
      'INVALID_EMAIL_OR_PASSWORD',
    )
    const key = signedIn && sessionKeyIn(signedIn.headers)
    if (!key) return { kind: 'wrong-password' }
    await forgetTries(this.#db, signingInTries(member.id))
    if (visit.replaces) await this.signOut(visit.replaces)
    return { kind: 'signed-in', member, key, livesFor: SESSION_SECONDS }
  }

  async findSession(key: SessionKey): Promise<OpenSession | null> {
    const token = tokenOf(key)
    const session = token && (await rows.findOpenSession(this.#db, token, this.#now()))
    if (!session) return null
    // better-auth checks the signature, and prolongs the session once an hour.
    const { auth, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await this.#open()
    const { headers, response } = await auth.api.getSession({
      headers: visitHeaders({ key }),
      returnHeaders: true,
    })
    if (!response) return null
    return { ...session, renewedFor: sessionKeyIn(headers) === null ? null : SESSION_SECONDS }
  }

  async signOut(key: SessionKey): Promise<void> {
    const token = tokenOf(key)
    if (token) await this.#db.deleteFrom('staff_sessions').where('token', '=', token).execute()
  }

  listSessions(memberId: string): Promise<StaffSession[]> {
    return rows.listSessions(this.#db, memberId, this.#now())
  }

  async endSession(memberId: string, sessionId: string): Promise<void> {
    await this.#db
      .deleteFrom('staff_sessions')
      .where('member_id', '=', memberId)
      .where('id', '=', sessionId)
      .execute()
  }

  endOtherSessions(memberId: string, sessionId: string): Promise<void> {
    return rows.endEverySession(this.#db, memberId, sessionId)
  }

  async changePassword(
    key: SessionKey,
    passwords: { current: string; next: string },
    visit: Omit<Visit, 'replaces'>,
  ): Promise<ChangePasswordAnswer> {
    const session = await this.findSession(key)
    if (!session) return { kind: 'signed-out' }
    const refusal = await this.#takePasswordTry(session.member)
    if (refusal) return refusal
    const { auth, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await this.#open()
    const changed = await refusable(
      auth.api.changePassword({
        body: {
          currentPassword: passwords.current,
          newPassword: passwords.next,
          revokeOtherSessions: true,
        },
        headers: visitHeaders({ ...visit, key }),
        returnHeaders: true,
      }),
      'INVALID_PASSWORD',
    )
    const newKey = changed && sessionKeyIn(changed.headers)
    if (!newKey) return { kind: 'wrong-password' }
    await rows.voidResetLinks(this.#db, session.member.id)
    await this.#forgetTries(session.member.id)
    return { kind: 'changed', key: newKey, livesFor: SESSION_SECONDS }
  }

  async requestReset(address: string): Promise<ResetRequestAnswer> {
    const email = normalized(address)
    if (!v.is(signInAddress, email)) return { kind: 'invalid-email' }
    const member = await rows.findMember(this.#db, { email })
    if (!member) return { kind: 'user-not-found' }
    if (member.disabled) return { kind: 'user-disabled' }
    const waitSeconds = await takeTry(this.#db, resetTries(member.id), RESET_MAILS, this.#now())
    return waitSeconds === null ? { kind: 'known', member } : { kind: 'too-many-requests', waitSeconds }
  }

  async createResetToken(memberId: string): Promise<string | null> {
    const member = await rows.findMember(this.#db, { id: memberId })
    if (!member || member.disabled) return null
    const { auth, makeResetToken } = await this.#open()
    return makeResetToken(auth, member.email)
  }

  async isResetTokenGood(token: string): Promise<boolean> {
    if (!RESET_TOKEN.test(token)) return false
    const { auth } = await this.#open()
    const { internalAdapter } = await auth.$context
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    return found !== null && found.expiresAt.getTime() > this.#now()
  }

  async resetPassword(token: string, password: string): Promise<{ kind: 'reset' | 'invalid-link' }> {
    if (!RESET_TOKEN.test(token)) return { kind: 'invalid-link' }
    const { auth } = await this.#open()
    const reset = await refusable(
      auth.api.resetPassword({ body: { token, newPassword: password } }),
      'INVALID_TOKEN',
    )
    return { kind: reset ? 'reset' : 'invalid-link' }
  }

  async addFirstMember({
    email,
    password,
  }: {
    email: string
    password: string
  }): Promise<StaffMember | null> {
    const now = this.#now()
    const marker = this.#db.selectFrom('settings').where('name', '=', FIRST_MEMBER_MADE).select('value')
    if (await marker.executeTakeFirst()) return null
    const passwordHash = await hashPassword(password, this.#passwordCost)
    return this.#db.transaction().execute(async (db) => {
      const first = await db
        .insertInto('settings')
        .values({ name: FIRST_MEMBER_MADE, value: String(now) })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst()
      if (!first || (await rows.listMembers(db)).length > 0) return null
      const { member } = await rows.writeMember(db, { email: normalized(email), passwordHash, now })
      return member
    })
  }

  async addMember(account: { email: string; password: string }): Promise<AddMemberAnswer> {
    const email = normalized(account.email)
    if (!v.is(signInAddress, email)) return { kind: 'invalid-email' }
    const passwordHash = await hashPassword(account.password, this.#passwordCost)
    const { member, isNew } = await this.#db
      .transaction()
      .execute((db) => rows.writeMember(db, { email, passwordHash, now: this.#now() }))
    await this.#forgetTries(member.id)
    return { kind: isNew ? 'added' : 'renewed', member }
  }

  disableMember(email: string): Promise<StaffMember | null> {
    return this.#db.transaction().execute((db) => rows.disableMember(db, normalized(email), this.#now()))
  }

  listMembers(): Promise<StaffMember[]> {
    return rows.listMembers(this.#db)
  }

  get #db() {
    return this.#database.db
  }

  /** Taken before the password is looked at, so that many guesses at once are all counted. */
  async #takePasswordTry({ id }: StaffMember): Promise<TooManyRequests | null> {
    const waitSeconds = await takeTry(this.#db, signingInTries(id), PASSWORD_TRIES, this.#now())
    return waitSeconds === null ? null : { kind: 'too-many-requests', waitSeconds }
  }

  async #forgetTries(memberId: string): Promise<void> {
    await forgetTries(this.#db, signingInTries(memberId))
    await forgetTries(this.#db, resetTries(memberId))
  }

  #open() {
    this.#auth ??= this.#load().catch((error: unknown) => {
      this.#auth = undefined
      throw error
    })
    return this.#auth
  }

  async #load() {
    const staffAuth = await import('./built-in-auth.ts')
    const auth = await staffAuth.openStaffAuth({
      database: this.#database,
      passwordCost: this.#passwordCost,
      afterReset: async (memberId) => {
        await rows.voidResetLinks(this.#db, memberId)
        await this.#forgetTries(memberId)
      },
    })
    return { ...staffAuth, auth }
  }
}

function normalized(email: string): string {
  return email.trim().toLowerCase()
}

function tokenOf(key: SessionKey): string | null {
  return SESSION_KEY.exec(key)?.[1] ?? null
}

/** Null when better-auth refused with this code; anything else it throws goes on. */
async function refusable<T>(answer: Promise<T>, code: string): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (codeOf(error) === code) return null
    throw error
  }
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('body' in error)) return undefined
  const { body } = error
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}
