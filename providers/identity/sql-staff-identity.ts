import type { ShopDatabase } from '#db/engine/open-database.ts'
import { recordPasswordEvent, recordStaffEvent, type StaffEventKind } from '#db/staff/staff-events.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { StaffId } from '#domain/ids.ts'
import { BuiltInSessions } from './built-in-sessions.ts'
import { canSignInWith, newPasswordFault, normalized, StaffMembers } from './sql-staff-members.ts'
import type {
  AcceptAnswer,
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
  StaffSession,
  Visit,
  WeakPassword,
} from './staff-identity.ts'
import type { StaffMember } from './staff-member.ts'
import type { NewPassword, StaffPasswords } from './staff-passwords.ts'
import { SqlStaffInvitations } from './people/sql-staff-invitations.ts'
import { SqlStaffPeople } from './people/sql-staff-people.ts'
import type { StaffInvitations, StaffPeople } from './people/staff-people.ts'
import * as devices from './sql-staff-devices.ts'
import * as rows from './sql-staff-rows.ts'
import * as tries from './sql-staff-tries.ts'

type From = Omit<Visit, 'replaces'>

/**
 * Staff of the shop: who they are, their sessions, the limits on attempts and the events are in the shop's database.
 * Their passwords are wherever `passwords` keeps them.
 */
export class SqlStaffIdentity implements StaffIdentity {
  readonly accountsAt: string | null
  readonly people: StaffPeople
  readonly invitations: StaffInvitations
  readonly #database: ShopDatabase
  readonly #passwords: StaffPasswords
  readonly #sessions: BuiltInSessions
  readonly #members: StaffMembers
  readonly #now: () => number

  /** With passwords that a service keeps. */
  static over(database: ShopDatabase, passwords: StaffPasswords, now = () => Date.now()): SqlStaffIdentity {
    return new SqlStaffIdentity(database, { sessions: new BuiltInSessions(database, now), passwords, now })
  }

  constructor(
    database: ShopDatabase,
    parts: { sessions: BuiltInSessions; passwords: StaffPasswords; now: () => number },
  ) {
    this.#database = database
    this.#passwords = parts.passwords
    this.#sessions = parts.sessions
    this.#now = parts.now
    this.#members = new StaffMembers(database, parts)
    this.accountsAt = parts.passwords.keptBy
    this.people = new SqlStaffPeople(database, parts.now)
    this.invitations = new SqlStaffInvitations(database, parts.now)
  }

  async signIn(credentials: { email: string; password: string }, visit: Visit): Promise<SignInAnswer> {
    const found = await this.#findStaff(credentials.email)
    if (found.kind !== 'found') return found
    const { member } = found
    const taken = await tries.takePasswordTry(this.#db, member.id, visit, this.#now())
    if (taken.kind !== 'go-on') return taken
    if (member.disabled) return { kind: 'user-disabled' }

    const checked = await this.#passwords.check(member, credentials.password)
    if (checked.kind !== 'right') return checked
    // A sign-in from a known browser must not reset the count of guesses by unknown ones.
    if (!taken.isKnown) await tries.forgetPasswordTries(this.#db, member.id, visit.network)
    return this.#open(member, visit)
  }

  findSession(key: SessionKey): Promise<OpenSession | null> {
    return this.#sessions.find(key)
  }

  signOut(key: SessionKey): Promise<void> {
    return this.#sessions.endByKey(key)
  }

  listSessions(memberId: StaffId): Promise<StaffSession[]> {
    return this.#sessions.list(memberId)
  }

  endSession(memberId: StaffId, sessionId: string): Promise<void> {
    return this.#sessions.end(memberId, sessionId)
  }

  endOtherSessions(memberId: StaffId, sessionId: string): Promise<void> {
    return this.#sessions.endOthers(memberId, sessionId)
  }

  async changePassword(
    key: SessionKey,
    passwords: { current: string; next: string },
    visit: From,
  ): Promise<ChangePasswordAnswer> {
    const session = await this.findSession(key)
    if (!session) return { kind: 'signed-out' }
    const { member } = session
    const fault = newPasswordFault(passwords.next, member.email)
    if (fault) return { kind: 'weak-password', fault }
    const refusal = await tries.takeSessionTry(this.#db, session.id, this.#now())
    if (refusal) return refusal
    const checked = await this.#passwords.check(member, passwords.current)
    if (checked.kind !== 'right') return checked
    const next = await this.#passwords.change(member, checked.proof, passwords.next)
    if (next.kind !== 'new-password') return next
    const device = await this.#settle(member.id, { kind: 'password-changed', next, session }, visit)
    // Null: the session has ended in the meantime.
    if (device === null) return { kind: 'signed-out' }
    return { kind: 'changed', ...(await this.#sessions.open(member.id, visit)), device }
  }

  async requestReset(address: string, origin: Origin): Promise<ResetRequestAnswer> {
    const found = await this.#findStaff(address)
    if (found.kind !== 'found') return found
    const { member } = found
    if (member.disabled) return { kind: 'user-disabled' }
    const refusal = await tries.takeResetTry(this.#db, member.id, origin, this.#now())
    if (refusal) return refusal
    const answer = await this.#passwords.requestReset(member)
    if (answer === 'ours') return { kind: 'known', member }
    return answer === 'sent' ? { kind: 'sent', member } : answer
  }

  async createResetToken(memberId: StaffId): Promise<{ token: string; email: string } | null> {
    const member = await rows.findMember(this.#db, { id: memberId })
    if (!member || member.disabled) return null
    const token = await this.#passwords.createResetToken(member)
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
    const next = await this.#passwords.reset(member, token, password)
    if (next.kind !== 'new-password') return next
    const device = await this.#settle(member.id, { kind: 'password-reset', next }, visit)
    return device ? { kind: 'reset', device } : { kind: 'invalid-link' }
  }

  async acceptInvitation(token: string, password: string | null, visit: Visit): Promise<AcceptAnswer> {
    const invitation = await this.invitations.find(token)
    if (!invitation) return { kind: 'invalid-link' }
    const isOurs = this.accountsAt === null
    if (isOurs && password === null) return { kind: 'no-password' }
    const fault = isOurs && password !== null ? newPasswordFault(password, invitation.email) : null
    if (fault) return { kind: 'weak-password', fault }
    const joined = await this.#members.join(token, password ?? '', visit)
    if (joined.kind !== 'joined' || !isOurs) return joined
    return this.#open(joined.member, visit)
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

  /** Opens a session of a member who has proved who they are. */
  async #open(member: StaffMember, visit: Visit): Promise<SignInAnswer & { kind: 'signed-in' }> {
    const opened = await this.#sessions.open(member.id, visit)
    if (visit.replaces) await this.signOut(visit.replaces)
    await rows.sweepSessions(this.#db, member.id, this.#now())
    const device = await transact(this.#database, async (tx) => {
      await rows.noteSignIn(tx, member.id, this.#now())
      await recordStaffEvent(tx, this.#event('signed-in', member.id, visit))
      return this.#remember(tx, member.id, visit)
    })
    return { kind: 'signed-in', member, ...opened, device }
  }

  /** The member with this address, disabled or not. */
  async #findStaff(
    address: string,
  ): Promise<{ kind: 'found'; member: StaffMember } | { kind: 'invalid-email' | 'user-not-found' }> {
    const email = normalized(address)
    if (!canSignInWith(email)) return { kind: 'invalid-email' }
    const member = await rows.findMember(this.#db, { email })
    return member ? { kind: 'found', member } : { kind: 'user-not-found' }
  }

  /**
   * After a new password no session is open, no reset link is valid, and only this browser is known to the member. Null
   * when `session` has ended in the meantime: then the shop stores no password, and one that a service has stored
   * already leaves no browser known.
   */
  async #settle(
    memberId: StaffId,
    { kind, next, session }: { kind: StaffEventKind; next: NewPassword; session?: { id: string } },
    visit: From,
  ): Promise<DeviceToken | null> {
    const device = await transact(this.#database, async (tx) => {
      const hasEnded = session !== undefined && !(await rows.lockSession(tx, memberId, session.id))
      if (hasEnded && next.row) return null
      const now = this.#now()
      if (next.row && !(await rows.replacePassword(tx, memberId, { ...next.row, now }))) return null
      await rows.shutDoors(tx, memberId)
      await recordPasswordEvent(tx, this.#event(kind, memberId, visit))
      return hasEnded ? null : this.#remember(tx, memberId, visit)
    })
    if (device) await tries.forgetEveryTry(this.#db, memberId)
    return device
  }

  #event(kind: StaffEventKind, memberId: StaffId, { address, userAgent }: From) {
    return { kind, memberId, at: this.#now(), address, userAgent }
  }

  #remember(tx: Tx, memberId: StaffId, { device }: Origin): Promise<DeviceToken> {
    return devices.rememberDevice(tx, { device, memberId, now: this.#now() })
  }

  /** The member who may set a password with this token. */
  async #resetMember(token: string): Promise<StaffMember | null> {
    const named = await this.#passwords.findResetMember(token)
    const member = named && (await rows.findMember(this.#db, named))
    return member && !member.disabled ? member : null
  }

  get #db() {
    return this.#database.db
  }
}
