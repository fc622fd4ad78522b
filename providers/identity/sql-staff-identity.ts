import type { ShopDatabase } from '#db/engine/open-database.ts'
import { insertAuditEvent } from '#db/staff/audit-events.ts'
import { recordAccountEvent, recordWithNotice } from '#db/staff/staff-events.ts'
import type { AuditAction, AuditChange } from '#domain/audit/audit.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { StaffId } from '#domain/ids.ts'
import { BuiltInSessions, type OpenedSession } from './built-in-sessions.ts'
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
  PasskeySignInAnswer,
  ResetPasswordAnswer,
  ResetRequestAnswer,
  SecondStepAnswer,
  SecondStepKey,
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
import { SqlTwoStep } from './two-step/sql-two-step.ts'
import type { StaffTwoStep } from './two-step/staff-two-step.ts'
import { askForPasskey, passWithPasskey } from './passkeys/passkey-ceremony.ts'
import { findPasskeyMember, notePasskeyUse } from './passkeys/passkey-rows.ts'
import { SqlPasskeys } from './passkeys/sql-passkeys.ts'
import type {
  NoPasskeys,
  PasskeyChallenge,
  PasskeyQuestion,
  PasskeyResponse,
  StaffPasskeys,
} from './passkeys/staff-passkeys.ts'
import { readSecondFactor, takeRecoveryCode } from './two-step/two-step-rows.ts'
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
  readonly twoStep: StaffTwoStep
  readonly passkeys: StaffPasskeys
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
    this.twoStep = new SqlTwoStep(database, parts)
    this.passkeys = new SqlPasskeys(database, parts)
  }

  async signIn(credentials: { email: string; password: string }, visit: Visit): Promise<SignInAnswer> {
    const found = await this.#findStaff(credentials.email)
    if (found.kind !== 'found') return this.#refused(null, found, visit)
    const { member } = found
    const taken = await tries.takePasswordTry(this.#db, member.id, visit, this.#now())
    if (taken.kind !== 'go-on') return this.#refused(member, taken, visit)
    if (member.disabled) return this.#refused(member, { kind: 'user-disabled' } as const, visit)

    const checked = await this.#passwords.check(member, credentials.password)
    if (checked.kind !== 'right') return this.#refused(member, checked, visit)
    // A sign-in from a known browser must not reset the count of guesses by unknown ones.
    if (!taken.isKnown) await tries.forgetPasswordTries(this.#db, member.id, visit.network)
    if (this.accountsAt !== null) return this.#open(member, visit)
    const factors = await readSecondFactor(this.#db, member.id)
    const isAlone = !factors.hasApp && !factors.hasPasskey
    return isAlone ? this.#open(member, visit) : { ...(await this.#sessions.openStep(member.id)), ...factors }
  }

  async beginPasskeySignIn(): Promise<PasskeyQuestion | NoPasskeys> {
    const { obstacle } = this.passkeys
    return obstacle ? { kind: obstacle } : askForPasskey(this.#sessions)
  }

  async signInWithPasskey(
    challenge: PasskeyChallenge,
    response: PasskeyResponse,
    visit: Visit,
  ): Promise<PasskeySignInAnswer> {
    const { obstacle } = this.passkeys
    if (obstacle) return { kind: obstacle }
    const credentialId = String(response['id'])
    const found = await findPasskeyMember(this.#db, credentialId)
    const member = found && (await rows.findMember(this.#db, { id: found.memberId }))
    if (member) {
      const refusal = await tries.takePasskeyTry(this.#db, member.id, visit, this.#now())
      if (refusal) return this.#refused(member, refusal, visit)
    }
    const isDisabled = member?.disabled === true
    const answer = { challenge, response }
    const opened = await passWithPasskey(this.#sessions, answer, { ...visit, isDisabled })
    if (!member || opened === 'refused') return this.#refused(member, { kind: 'passkey-refused' }, visit)
    if (opened === 'disabled') return this.#refused(member, { kind: 'user-disabled' }, visit)
    await notePasskeyUse(this.#db, credentialId, this.#now())
    await tries.forgetPasskeyTries(this.#db, member.id, visit)
    const passkey = { field: 'Passkey', before: null, after: found?.name ?? null }
    return this.#welcome(member, opened, visit, [passkey])
  }

  async finishSignIn(challenge: SecondStepKey, code: string, visit: Visit): Promise<SecondStepAnswer> {
    const memberId = await this.#sessions.findStep(challenge)
    const member = memberId && (await rows.findMember(this.#db, { id: memberId }))
    if (!member || member.disabled) return { kind: 'expired' }
    const refusal = await tries.takeCodeTry(this.#db, member.id, this.#now())
    if (refusal) return this.#refused(member, refusal, visit)
    const isOfApp = /^\d{6}$/.test(code.replaceAll(' ', ''))
    const opened = isOfApp
      ? await this.#sessions.passStep(challenge, code.replaceAll(' ', ''), visit)
      : await this.#recover(challenge, member, code, visit)
    if (opened === null) {
      const isOver = (await this.#sessions.findStep(challenge)) === null
      return this.#refused(member, { kind: isOver ? 'expired' : 'wrong-code' } as const, visit)
    }
    await tries.forgetCodeTries(this.#db, member.id)
    return this.#welcome(member, opened, visit)
  }

  /** Opens the session of a member who has a recovery code, which is used up. */
  async #recover(challenge: SecondStepKey, member: StaffMember, code: string, visit: Visit) {
    const isRight = await transact(this.#database, async (tx) => {
      if (!(await takeRecoveryCode(tx, member.id, code))) return false
      await recordWithNotice(tx, this.#event('recovery-code-used', member.id, visit))
      return true
    })
    if (!isRight || (await this.#sessions.findStep(challenge, { isUsed: true })) === null) return null
    return this.#sessions.open(member.id, visit)
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

  /** Records a refused sign-in, up to a limit: a flood of them must not fill the audit trail. */
  async #refused<Refusal extends { kind: string }>(
    member: StaffMember | null,
    refusal: Refusal,
    { address, userAgent }: From,
  ): Promise<Refusal> {
    const at = this.#now()
    if (await tries.mayRecordRefusal(this.#db, member?.id ?? null, at)) {
      // What a visitor typed as an unknown address may be a customer's, or a password.
      const subject = member ? { id: member.id, name: member.email } : { id: '', name: 'an unknown address' }
      await insertAuditEvent(this.#db, {
        at,
        action: 'sign-in-refused',
        actor: { id: null, email: '', address, userAgent },
        subject,
        changes: [{ field: 'Reason', before: null, after: refusal.kind }],
      })
    }
    return refusal
  }

  /** Opens a session of a member who has proved who they are. */
  async #open(member: StaffMember, visit: Visit): Promise<SignInAnswer & { kind: 'signed-in' }> {
    return this.#welcome(member, await this.#sessions.open(member.id, visit), visit)
  }

  /** What follows when a session was opened: the earlier one of this browser ends, and the browser is known. */
  async #welcome(
    member: StaffMember,
    opened: OpenedSession,
    visit: Visit,
    changes: readonly AuditChange[] = [],
  ): Promise<SignInAnswer & { kind: 'signed-in' }> {
    if (visit.replaces) await this.signOut(visit.replaces)
    await rows.sweepSessions(this.#db, member.id, this.#now())
    const device = await transact(this.#database, async (tx) => {
      await rows.noteSignIn(tx, member.id, this.#now())
      await recordAccountEvent(tx, { ...this.#event('signed-in', member.id, visit), changes })
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
    { kind, next, session }: { kind: AuditAction; next: NewPassword; session?: { id: string } },
    visit: From,
  ): Promise<DeviceToken | null> {
    const device = await transact(this.#database, async (tx) => {
      const hasEnded = session !== undefined && !(await rows.lockSession(tx, memberId, session.id))
      if (hasEnded && next.row) return null
      const now = this.#now()
      if (next.row && !(await rows.replacePassword(tx, memberId, { ...next.row, now }))) return null
      await rows.shutDoors(tx, memberId)
      await recordWithNotice(tx, this.#event(kind, memberId, visit))
      return hasEnded ? null : this.#remember(tx, memberId, visit)
    })
    if (device) await tries.forgetEveryTry(this.#db, memberId)
    return device
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
