import type { ShopDatabase } from '#db/open-database.ts'
import { BuiltInMembers, canSignInWith, normalized } from './built-in-members.ts'
import type { PasswordCost } from './password-hash.ts'
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
  Visit,
} from './staff-identity.ts'
import * as rows from './sql-staff-rows.ts'
import * as tries from './sql-staff-tries.ts'

const SESSION_KEY = /^([A-Za-z0-9]{20,64})\.[A-Za-z0-9%+/=_-]{20,200}$/
const RESET_TOKEN = /^[A-Za-z0-9]{20,64}$/
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
  readonly #members: BuiltInMembers
  #auth: Promise<typeof import('./built-in-auth.ts') & { auth: StaffAuth }> | undefined

  constructor(database: ShopDatabase, { now = () => Date.now(), passwordCost }: BuiltInIdentityOptions = {}) {
    this.#database = database
    this.#now = now
    this.#passwordCost = passwordCost
    this.#members = new BuiltInMembers(database, now, passwordCost)
  }

  async signIn(credentials: { email: string; password: string }, visit: Visit): Promise<SignInAnswer> {
    const email = normalized(credentials.email)
    if (!canSignInWith(email)) return { kind: 'invalid-email' }
    const member = await rows.findMember(this.#db, { email })
    if (!member) return { kind: 'user-not-found' }
    const refusal = await tries.takePasswordTry(this.#db, member.id, this.#now())
    if (refusal) return refusal
    if (member.disabled) return { kind: 'user-disabled' }

    const { auth, refusable, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await this.#open()
    const body = { email, password: credentials.password }
    const signedIn = await refusable(
      auth.api.signInEmail({ body, headers: visitHeaders(visit), returnHeaders: true }),
      'INVALID_EMAIL_OR_PASSWORD',
    )
    const key = signedIn && sessionKeyIn(signedIn.headers)
    if (!key) return { kind: 'wrong-password' }
    await tries.forgetPasswordTries(this.#db, member.id)
    if (visit.replaces) await this.signOut(visit.replaces)
    await rows.sweepSessions(this.#db, member.id, this.#now())
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
    const refusal = await tries.takePasswordTry(this.#db, session.member.id, this.#now())
    if (refusal) return refusal
    const { auth, refusable, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await this.#open()
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
    await tries.forgetEveryTry(this.#db, session.member.id)
    return { kind: 'changed', key: newKey, livesFor: SESSION_SECONDS }
  }

  async requestReset(address: string): Promise<ResetRequestAnswer> {
    const email = normalized(address)
    if (!canSignInWith(email)) return { kind: 'invalid-email' }
    const member = await rows.findMember(this.#db, { email })
    if (!member) return { kind: 'user-not-found' }
    if (member.disabled) return { kind: 'user-disabled' }
    const refusal = await tries.takeResetTry(this.#db, member.id, this.#now())
    return refusal ?? { kind: 'known', member }
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
    const { auth, refusable } = await this.#open()
    const reset = await refusable(
      auth.api.resetPassword({ body: { token, newPassword: password } }),
      'INVALID_TOKEN',
    )
    return { kind: reset ? 'reset' : 'invalid-link' }
  }

  addFirstMember(account: { email: string; password: string }): Promise<StaffMember | null> {
    return this.#members.addFirst(account)
  }

  addMember(account: { email: string; password: string }): Promise<AddMemberAnswer> {
    return this.#members.add(account)
  }

  disableMember(email: string): Promise<StaffMember | null> {
    return this.#members.disable(email)
  }

  listMembers(): Promise<StaffMember[]> {
    return rows.listMembers(this.#db)
  }

  get #db() {
    return this.#database.db
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
        await tries.forgetEveryTry(this.#db, memberId)
      },
    })
    return { ...staffAuth, auth }
  }
}

function tokenOf(key: SessionKey): string | null {
  return SESSION_KEY.exec(key)?.[1] ?? null
}
