import type { ShopDatabase } from '#db/engine/open-database.ts'
import { recordAccountEvent, recordWithNotice } from '#db/staff/staff-events.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { StaffId } from '#domain/ids.ts'
import { confirmPassword } from './confirm-password.ts'
import { BuiltInSessions } from './built-in-sessions.ts'
import { findByAddress, newPasswordFault, StaffMembers } from './sql-staff-members.ts'
import type {
  AcceptAnswer,
  AddMemberAnswer,
  ChangeEmailAnswer,
  ChangePasswordAnswer,
  NewMember,
  OpenSession,
  Origin,
  LinkSignInAnswer,
  PasskeySignInAnswer,
  ResetPasswordAnswer,
  ResetRequestAnswer,
  SecondStepAnswer,
  SecondStepKey,
  SessionKey,
  SignInAnswer,
  StaffAddresses,
  StaffIdentity,
  Visit,
  WeakPassword,
} from './staff-identity.ts'
import type { DeviceToken, StaffMember, StaffSession } from '#domain/staff/staff-member.ts'
import type { NewPassword, StaffPasswords } from './staff-passwords.ts'
import { SqlStaffInvitations } from './people/sql-staff-invitations.ts'
import { SqlStaffPeople } from './people/sql-staff-people.ts'
import type { StaffInvitations, StaffPeople } from './people/staff-people.ts'
import { SqlTwoStep } from './two-step/sql-two-step.ts'
import type { StaffTwoStep } from './two-step/staff-two-step.ts'
import { SqlPasskeys } from './passkeys/sql-passkeys.ts'
import type {
  NoPasskeys,
  PasskeyChallenge,
  PasskeyOptions,
  PasskeyResponse,
  StaffPasskeys,
} from './passkeys/staff-passkeys.ts'
import { SqlStaffKeys } from './keys/sql-staff-keys.ts'
import type { StaffKeys } from './keys/staff-keys.ts'
import { SqlSignIn } from './sql-sign-in.ts'
import { SqlStaffAddresses } from './sql-staff-addresses.ts'
import * as devices from '#db/staff/staff-devices.ts'
import * as rows from '#db/staff/staff-rows.ts'
import * as tries from './sql-staff-attempts.ts'

type From = Omit<Visit, 'replaces'>

/**
 * Staff of the shop: who they are, their sessions, the limits on attempts and the events are in the shop's database.
 * `passwords` decides where their passwords are stored.
 */
export class SqlStaffIdentity implements StaffIdentity {
  readonly accountsAt: string | null
  readonly people: StaffPeople
  readonly invitations: StaffInvitations
  readonly twoStep: StaffTwoStep
  readonly passkeys: StaffPasskeys
  readonly keys: StaffKeys
  readonly addresses: StaffAddresses
  readonly #database: ShopDatabase
  readonly #passwords: StaffPasswords
  readonly #sessions: BuiltInSessions
  readonly #members: StaffMembers
  readonly #signIn: SqlSignIn
  readonly #now: () => number

  /** The identity of a shop whose passwords a service keeps. */
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
    this.twoStep = new SqlTwoStep(database, parts)
    this.passkeys = new SqlPasskeys(database, parts)
    this.keys = new SqlStaffKeys(database, parts)
    this.addresses = new SqlStaffAddresses(database, parts)
    this.#signIn = new SqlSignIn(database, { ...parts, passkeys: this.passkeys })
  }

  signIn(credentials: { email: string; password: string }, visit: Visit): Promise<SignInAnswer> {
    return this.#signIn.signIn(credentials, visit)
  }

  signInWithLink(token: string, visit: Visit): Promise<LinkSignInAnswer> {
    return this.#signIn.signInWithLink(token, visit)
  }

  beginPasskeySignIn(): Promise<PasskeyOptions | NoPasskeys> {
    return this.#signIn.beginPasskeySignIn()
  }

  signInWithPasskey(
    challenge: PasskeyChallenge,
    response: PasskeyResponse,
    visit: Visit,
  ): Promise<PasskeySignInAnswer> {
    return this.#signIn.signInWithPasskey(challenge, response, visit)
  }

  finishSignIn(challenge: SecondStepKey, code: string, visit: Visit): Promise<SecondStepAnswer> {
    return this.#signIn.finishSignIn(challenge, code, visit)
  }

  findDeviceMember(device: DeviceToken): Promise<StaffId | null> {
    return devices.findDeviceMember(this.#db, device, this.#now())
  }

  findSession(key: SessionKey): Promise<OpenSession | null> {
    return this.#sessions.find(key)
  }

  async signOut(key: SessionKey, from?: From): Promise<void> {
    const session = from && (await this.#sessions.find(key))
    await transact(this.#database, async (tx) => {
      const hasEnded = await this.#sessions.endByKey(key, tx)
      if (!hasEnded || !session) return
      await recordAccountEvent(tx, this.#event('signed-out', session.member.id, from))
    })
  }

  listSessions(memberId: StaffId): Promise<StaffSession[]> {
    return this.#sessions.list(memberId)
  }

  async endSession(memberId: StaffId, sessionId: string, from: From): Promise<void> {
    await transact(this.#database, async (tx) => {
      if (!(await this.#sessions.end(memberId, sessionId, tx))) return
      await recordAccountEvent(tx, this.#event('session-ended', memberId, from))
    })
  }

  async endOtherSessions(memberId: StaffId, sessionId: string, from: From): Promise<void> {
    await transact(this.#database, async (tx) => {
      await rows.endEverySession(tx, memberId, sessionId)
      await recordAccountEvent(tx, this.#event('other-sessions-ended', memberId, from))
    })
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
    const refusal = await tries.takeSessionAttempt(this.#db, session.id, this.#now())
    if (refusal) return refusal
    const checked = await this.#passwords.check(member, passwords.current)
    if (checked.kind !== 'right') return checked
    const next = await this.#passwords.change(member, checked.proof, passwords.next)
    if (next.kind !== 'new-password') return next
    const settled = await this.#settle(member.id, { kind: 'password-changed', next, session }, visit)
    // Null: the session has ended in the meantime.
    if (settled === null) return { kind: 'signed-out' }
    const opened = await this.#sessions.open(member.id, visit)
    const isOpen = await transact(this.#database, async (tx) => {
      // A service stores both of two simultaneous changes, and each may end the other's session: one session must
      // remain.
      if (!next.row || (await rows.isSessionEpoch(tx, member.id, settled.epoch))) return true
      await this.#sessions.endByKey(opened.key, tx)
      return false
    })
    return isOpen ? { kind: 'changed', ...opened, device: settled.device } : { kind: 'signed-out' }
  }

  async requestReset(address: string, origin: Origin): Promise<ResetRequestAnswer> {
    const found = await findByAddress(this.#db, address)
    if (found.kind !== 'found') return found
    const { member } = found
    if (member.disabled) return { kind: 'user-disabled' }
    const refusal = await tries.takeResetAttempt(this.#db, member.id, origin, this.#now())
    if (refusal) return refusal
    const answer = await this.#passwords.requestReset(member)
    if (answer === 'shop-sends') return { kind: 'allowed', member }
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
    const settled = await this.#settle(member.id, { kind: 'password-reset', next }, visit)
    return settled ? { kind: 'reset', device: settled.device } : { kind: 'invalid-link' }
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
    return (await this.#signIn.open(joined.member, visit)) ?? joined
  }

  addFirstMember(
    account: { email: string; password: string },
    onAdded?: (member: StaffMember, link: string | null) => void,
  ): Promise<StaffMember | WeakPassword | null> {
    return this.#members.addFirst(account, onAdded)
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

  confirmPassword(key: SessionKey, password: string) {
    const parts = { sessions: this.#sessions, passwords: this.#passwords, now: this.#now }
    return confirmPassword(this.#db, parts, { key, password })
  }

  listMembers(): Promise<StaffMember[]> {
    return rows.listMembers(this.#db)
  }

  /**
   * Applies a new password: ends all sessions, voids all reset links, and forgets every browser but this one. Null when
   * `session` has ended in the meantime: then the shop stores no password, and if a service has already stored it, no
   * browser stays known. `epoch`: the epoch of sessions opened from now on.
   */
  async #settle(
    memberId: StaffId,
    { kind, next, session }: { kind: AuditAction; next: NewPassword; session?: { id: string } },
    visit: From,
  ): Promise<{ device: DeviceToken; epoch: number } | null> {
    const settled = await transact(this.#database, async (tx) => {
      const hasEnded = session !== undefined && !(await rows.lockSession(tx, memberId, session.id))
      if (hasEnded && next.row) return null
      const now = this.#now()
      if (next.row && !(await rows.replacePassword(tx, memberId, { ...next.row, now }))) return null
      await rows.revokeAccess(tx, memberId)
      await recordWithNotice(tx, this.#event(kind, memberId, visit))
      if (hasEnded) return null
      const device = await this.#remember(tx, memberId, visit)
      return { device, epoch: await rows.findSessionEpoch(tx, memberId) }
    })
    if (settled) await tries.clearAllAttempts(this.#db, memberId)
    return settled
  }

  #event(action: AuditAction, memberId: StaffId, { address, userAgent }: From) {
    return { action, memberId, at: this.#now(), address, userAgent }
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
