import type { ShopDatabase } from '#db/engine/open-database.ts'
import { recordPasswordEvent, recordStaffEvent, type StaffEventKind } from '#db/staff/staff-events.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { BuiltInMembers, canSignInWith, newPasswordFault, normalized } from './built-in-members.ts'
import { hashPassword, verifyPassword, type PasswordCost } from './password-hash.ts'
import type { StaffAuth } from './built-in-auth.ts'
import type {
  AddMemberAnswer,
  ChangeEmailAnswer,
  ChangePasswordAnswer,
  DeviceToken,
  NewMember,
  OpenSession,
  Origin,
  ResetPasswordAnswer,
  ResetRequestAnswer,
  SessionKey,
  SignInAnswer,
  StaffIdentity,
  StaffMember,
  StaffSession,
  Visit,
  WeakPassword,
} from './staff-identity.ts'
import * as devices from './sql-staff-devices.ts'
import * as rows from './sql-staff-rows.ts'
import * as tries from './sql-staff-tries.ts'

const SESSION_KEY = /^([A-Za-z0-9]{20,64})\.[A-Za-z0-9%+/=_-]{20,200}$/
const RESET_TOKEN = /^[A-Za-z0-9]{20,64}$/
/** For tests: the clock, and a lower hashing cost. */
export interface BuiltInIdentityOptions {
  now?: () => number
  passwordCost?: PasswordCost
}

/** Staff accounts in the shop's database, managed by better-auth. */
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
    const taken = await tries.takePasswordTry(this.#db, member.id, visit, this.#now())
    if (taken.kind !== 'go-on') return taken
    if (member.disabled) return { kind: 'user-disabled' }

    const opened = await this.#openSession(email, credentials.password, visit)
    if (!opened) return { kind: 'wrong-password' }
    // A sign-in from a known browser must not reset the count of guesses by unknown ones.
    if (!taken.isKnown) await tries.forgetPasswordTries(this.#db, member.id, visit.network)
    if (visit.replaces) await this.signOut(visit.replaces)
    await rows.sweepSessions(this.#db, member.id, this.#now())
    const device = await transact(this.#database, async (tx) => {
      await recordStaffEvent(tx, this.#event('signed-in', member.id, visit))
      return this.#remember(tx, member.id, visit)
    })
    return { kind: 'signed-in', member, ...opened, device }
  }

  async findSession(key: SessionKey): Promise<OpenSession | null> {
    const token = tokenOf(key)
    const session = token && (await rows.findOpenSession(this.#db, token, this.#now()))
    if (!session) return null
    // better-auth checks the signature, and extends the session at most once an hour.
    const { auth, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await this.#open()
    const { headers, response } = await auth.api.getSession({
      headers: visitHeaders({ key }),
      returnHeaders: true,
    })
    if (!response) return null
    const isRenewed = sessionKeyIn(headers) !== null
    const left = Math.floor((session.endsAt - this.#now()) / 1_000)
    const { id, member } = session
    return { id, member, renewedFor: isRenewed ? Math.min(SESSION_SECONDS, left) : null }
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
    const { id, email } = session.member
    const fault = newPasswordFault(passwords.next, email)
    if (fault) return { kind: 'weak-password', fault }
    const refusal = await tries.takeSessionTry(this.#db, session.id, this.#now())
    if (refusal) return refusal
    const instead = await rows.findPasswordHash(this.#db, id)
    if (instead === null || !(await verifyPassword(instead, passwords.current))) {
      return { kind: 'wrong-password' }
    }
    const device = await this.#replacePassword(id, { password: passwords.next, instead }, visit)
    const opened = device && (await this.#openSession(email, passwords.next, visit))
    // Null: another password was set at the same time.
    return opened ? { kind: 'changed', ...opened, device } : { kind: 'signed-out' }
  }

  async requestReset(address: string, origin: Origin): Promise<ResetRequestAnswer> {
    const email = normalized(address)
    if (!canSignInWith(email)) return { kind: 'invalid-email' }
    const member = await rows.findMember(this.#db, { email })
    if (!member) return { kind: 'user-not-found' }
    if (member.disabled) return { kind: 'user-disabled' }
    const refusal = await tries.takeResetTry(this.#db, member.id, origin, this.#now())
    return refusal ?? { kind: 'known', member }
  }

  async createResetToken(memberId: string): Promise<{ token: string; email: string } | null> {
    const member = await rows.findMember(this.#db, { id: memberId })
    if (!member || member.disabled) return null
    const { auth, makeResetToken } = await this.#open()
    const token = await makeResetToken(auth, member.email)
    return token === null ? null : { token, email: member.email }
  }

  async isResetTokenGood(token: string): Promise<boolean> {
    return (await this.#resetMember(token)) !== null
  }

  async resetPassword(token: string, password: string, visit: Visit): Promise<ResetPasswordAnswer> {
    const member = await this.#resetMember(token)
    if (!member) return { kind: 'invalid-link' }
    const fault = newPasswordFault(password, member.email)
    if (fault) return { kind: 'weak-password', fault }
    const { auth, takeResetToken } = await this.#open()
    const memberId = await takeResetToken(auth, token)
    const device = memberId && (await this.#replacePassword(memberId, { password }, visit))
    return device ? { kind: 'reset', device } : { kind: 'invalid-link' }
  }

  addFirstMember(account: { email: string; password: string }): Promise<StaffMember | WeakPassword | null> {
    return this.#members.addFirst(account)
  }

  addMember(account: NewMember): Promise<AddMemberAnswer> {
    return this.#members.add(account)
  }

  disableMember(email: string): Promise<StaffMember | null> {
    return this.#members.disable(email)
  }

  changeEmail(from: string, to: string): Promise<ChangeEmailAnswer> {
    return this.#members.changeEmail(from, to)
  }

  listMembers(): Promise<StaffMember[]> {
    return rows.listMembers(this.#db)
  }

  /** Opens a session if the password is right; null otherwise. */
  async #openSession(
    email: string,
    password: string,
    visit: Omit<Visit, 'replaces'>,
  ): Promise<{ key: SessionKey; livesFor: number } | null> {
    const { auth, refusable, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await this.#open()
    const signedIn = await refusable(
      auth.api.signInEmail({ body: { email, password }, headers: visitHeaders(visit), returnHeaders: true }),
      'INVALID_EMAIL_OR_PASSWORD',
    )
    const key = signedIn && sessionKeyIn(signedIn.headers)
    return key ? { key, livesFor: SESSION_SECONDS } : null
  }

  /** Afterwards only this browser is known to the member. Null when `instead` is not the current hash. */
  async #replacePassword(
    memberId: string,
    { password, instead }: { password: string; instead?: string },
    visit: Omit<Visit, 'replaces'>,
  ): Promise<DeviceToken | null> {
    const passwordHash = await hashPassword(password, this.#passwordCost)
    const device = await transact(this.#database, async (tx) => {
      const now = this.#now()
      const replaced = await rows.replacePassword(tx, memberId, {
        passwordHash,
        now,
        ...(instead !== undefined && { instead }),
      })
      if (!replaced) return null
      const kind = instead === undefined ? 'password-reset' : 'password-changed'
      await recordPasswordEvent(tx, this.#event(kind, memberId, visit))
      await devices.forgetDevices(tx, memberId)
      return this.#remember(tx, memberId, visit)
    })
    if (device) await tries.forgetEveryTry(this.#db, memberId)
    return device
  }

  #event(kind: StaffEventKind, memberId: string, { address, userAgent }: Omit<Visit, 'replaces'>) {
    return { kind, memberId, at: this.#now(), address, userAgent }
  }

  #remember(tx: Tx, memberId: string, { device }: Origin): Promise<DeviceToken> {
    return devices.rememberDevice(tx, { device, memberId, now: this.#now() })
  }

  /** The member who may set a password with this token. */
  async #resetMember(token: string): Promise<StaffMember | null> {
    if (!RESET_TOKEN.test(token)) return null
    const { auth, findResetMember } = await this.#open()
    const id = await findResetMember(auth, token, this.#now())
    const member = id && (await rows.findMember(this.#db, { id }))
    return member && !member.disabled ? member : null
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
    })
    return { ...staffAuth, auth }
  }
}

function tokenOf(key: SessionKey): string | null {
  return SESSION_KEY.exec(key)?.[1] ?? null
}
