import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import { insertAuditEvent } from '#db/staff/audit-events.ts'
import { recordAccountEvent, recordWithNotice } from '#db/staff/staff-events.ts'
import type { AuditChange } from '#domain/audit/audit.ts'
import type { BuiltInSessions, OpenedSession } from './built-in-sessions.ts'
import { startPasskeySignIn, openPasskeySession } from './passkeys/passkey-ceremony.ts'
import { findPasskeyMember, recordPasskeyUse } from '#db/staff/passkey-rows.ts'
import type {
  NoPasskeys,
  PasskeyChallenge,
  PasskeyOptions,
  PasskeyResponse,
  StaffPasskeys,
} from './passkeys/staff-passkeys.ts'
import { rememberDevice } from '#db/staff/staff-devices.ts'
import { findByAddress } from './sql-staff-members.ts'
import * as rows from '#db/staff/staff-rows.ts'
import * as tries from './sql-staff-attempts.ts'
import type {
  LinkSignInAnswer,
  PasskeySignInAnswer,
  SecondStepAnswer,
  SecondStepKey,
  SignInAnswer,
  Visit,
} from './staff-identity.ts'
import type { StaffMember } from '#domain/staff/staff-member.ts'
import type { StaffPasswords } from './staff-passwords.ts'
import { readSecondFactor, consumeRecoveryCode } from '#db/staff/two-step-rows.ts'

type From = Omit<Visit, 'replaces'>

interface Parts {
  sessions: BuiltInSessions
  passwords: StaffPasswords
  passkeys: Pick<StaffPasskeys, 'obstacle'>
  now: () => number
}

/** Signing in, with a password and its second step or with a passkey: see `StaffIdentity`. */
export class SqlSignIn {
  readonly #database: ShopDatabase
  readonly #sessions: BuiltInSessions
  readonly #passwords: StaffPasswords
  readonly #passkeys: Parts['passkeys']
  readonly #now: () => number

  constructor(database: ShopDatabase, { sessions, passwords, passkeys, now }: Parts) {
    this.#database = database
    this.#sessions = sessions
    this.#passwords = passwords
    this.#passkeys = passkeys
    this.#now = now
  }

  async signIn(credentials: { email: string; password: string }, visit: Visit): Promise<SignInAnswer> {
    const found = await findByAddress(this.#db, credentials.email)
    if (found.kind !== 'found') return this.#refused(null, found, visit)
    const { member } = found
    const epoch = await rows.findSessionEpoch(this.#db, member.id)
    const taken = await tries.takePasswordAttempt(this.#db, member.id, visit, this.#now())
    if (taken.kind !== 'allowed') return this.#refused(member, taken, visit)
    if (member.disabled) return this.#refused(member, { kind: 'user-disabled' } as const, visit)

    const checked = await this.#passwords.check(member, credentials.password)
    if (checked.kind !== 'right') return this.#refused(member, checked, visit)
    // A sign-in from a known browser must not reset the count of guesses by unknown ones.
    if (!taken.isKnown) await tries.clearPasswordAttempts(this.#db, member.id, visit.network)
    // The password may have been changed in the meantime, or may no longer be sufficient.
    return (await this.#passPassword(member, visit, epoch)) ?? this.signIn(credentials, visit)
  }

  async signInWithLink(token: string, visit: Visit): Promise<LinkSignInAnswer> {
    const member = await transact(this.#database, (tx) => rows.consumeFirstLink(tx, token, this.#now()))
    if (!member) return this.#refused(null, { kind: 'invalid-link' } as const, visit)
    if (member.disabled) return this.#refused(member, { kind: 'user-disabled' } as const, visit)
    const epoch = await rows.findSessionEpoch(this.#db, member.id)
    return (await this.#passPassword(member, visit, epoch)) ?? { kind: 'invalid-link' }
  }

  /**
   * The result of a correct password: a session or the second step. Null when the member's sessions were ended since
   * `epoch` was read.
   */
  async #passPassword(
    member: StaffMember,
    visit: Visit,
    epoch: number,
  ): Promise<(SignInAnswer & { kind: 'signed-in' | 'second-step' }) | null> {
    const { id } = member
    if (this.#passwords.keptBy === null) {
      const factors = await readSecondFactor(this.#db, id)
      if (factors.hasApp || factors.hasPasskey) {
        const step = await this.#sessions.openStep(id)
        const isCurrent = await transact(this.#database, (tx) => rows.isSessionEpoch(tx, id, epoch))
        if (isCurrent) return { ...step, ...factors }
        await this.#sessions.findStep(step.challenge, { isUsed: true })
        return null
      }
    }
    return this.#welcome(member, await this.#sessions.open(id, visit), visit, epoch)
  }

  async beginPasskeySignIn(): Promise<PasskeyOptions | NoPasskeys> {
    const { obstacle } = this.#passkeys
    return obstacle ? { kind: obstacle } : startPasskeySignIn(this.#sessions)
  }

  async signInWithPasskey(
    challenge: PasskeyChallenge,
    response: PasskeyResponse,
    visit: Visit,
  ): Promise<PasskeySignInAnswer> {
    const { obstacle } = this.#passkeys
    if (obstacle) return { kind: obstacle }
    const credentialId = String(response['id'])
    const found = await findPasskeyMember(this.#db, credentialId)
    const member = found && (await rows.findMember(this.#db, { id: found.memberId }))
    const epoch = member ? await rows.findSessionEpoch(this.#db, member.id) : 0
    if (member) {
      const refusal = await tries.takePasskeyAttempt(this.#db, member.id, visit, this.#now())
      if (refusal) return this.#refused(member, refusal, visit)
    }
    const isDisabled = member?.disabled === true
    const answer = { challenge, response }
    const opened = await openPasskeySession(this.#sessions, answer, { ...visit, isDisabled })
    if (!member || opened === 'refused') return this.#refused(member, { kind: 'passkey-refused' }, visit)
    if (opened === 'disabled') return this.#refused(member, { kind: 'user-disabled' }, visit)
    await recordPasskeyUse(this.#db, credentialId, this.#now())
    await tries.clearPasskeyAttempts(this.#db, member.id, visit)
    const passkey = { field: 'Passkey', before: null, after: found?.name ?? null }
    const welcomed = await this.#welcome(member, opened, visit, epoch, [passkey])
    return welcomed ?? this.#refused(member, { kind: 'passkey-refused' }, visit)
  }

  async finishSignIn(challenge: SecondStepKey, code: string, visit: Visit): Promise<SecondStepAnswer> {
    const memberId = await this.#sessions.findStep(challenge)
    const member = memberId && (await rows.findMember(this.#db, { id: memberId }))
    if (!member || member.disabled) return { kind: 'expired' }
    const epoch = await rows.findSessionEpoch(this.#db, member.id)
    const refusal = await tries.takeCodeAttempt(this.#db, member.id, this.#now())
    if (refusal) return this.#refused(member, refusal, visit)
    const ofApp = code.replaceAll(' ', '')
    const isOfApp = /^\d{6}$/.test(ofApp)
    if (isOfApp && !(await tries.takeAppCode(this.#db, member.id, ofApp, this.#now()))) {
      return this.#refused(member, { kind: 'used-code' }, visit)
    }
    const opened = isOfApp
      ? await this.#passStep(challenge, member, ofApp, visit)
      : await this.#recover(challenge, member, code, visit)
    if (opened === null) {
      const isOver = (await this.#sessions.findStep(challenge)) === null
      return this.#refused(member, { kind: isOver ? 'expired' : 'wrong-code' } as const, visit)
    }
    await tries.clearCodeAttempts(this.#db, member.id)
    const welcomed = await this.#welcome(member, opened, visit, epoch)
    return welcomed ?? this.#refused(member, { kind: 'expired' }, visit)
  }

  /** Opens the session of a member with a code of the app that was taken; gives it back when it is refused. */
  async #passStep(challenge: SecondStepKey, member: StaffMember, code: string, visit: Visit) {
    const opened = await this.#sessions.passStep(challenge, code, visit)
    if (opened === null) await tries.returnAppCode(this.#db, member.id, code)
    return opened
  }

  /** Opens the session of a member who has a recovery code, which is used up. */
  async #recover(challenge: SecondStepKey, member: StaffMember, code: string, visit: Visit) {
    const isRight = await transact(this.#database, async (tx) => {
      if (!(await consumeRecoveryCode(tx, member.id, code))) return false
      await recordWithNotice(tx, { action: 'recovery-code-used', ...this.#by(member, visit) })
      return true
    })
    if (!isRight || (await this.#sessions.findStep(challenge, { isUsed: true })) === null) return null
    return this.#sessions.open(member.id, visit)
  }

  /** Records a refused sign-in, up to a limit: a flood of them must not fill the audit trail. */
  async #refused<Refusal extends { kind: string }>(
    member: StaffMember | null,
    refusal: Refusal,
    { address, userAgent }: From,
  ): Promise<Refusal> {
    const at = this.#now()
    if (await tries.mayRecordRefusal(this.#db, member?.id ?? null, at)) {
      // An unknown address that a visitor typed may be a customer's address, or a password.
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

  /** Opens a session of a new member; null when the session was ended at once. */
  async open(member: StaffMember, visit: Visit): Promise<(SignInAnswer & { kind: 'signed-in' }) | null> {
    const epoch = await rows.findSessionEpoch(this.#db, member.id)
    return this.#welcome(member, await this.#sessions.open(member.id, visit), visit, epoch)
  }

  /**
   * Finishes the opening of a session: ends the earlier session of this browser, and makes the browser known. Null when
   * the member's sessions were ended since `epoch` was read: then the new session is ended too.
   */
  async #welcome(
    member: StaffMember,
    opened: OpenedSession,
    visit: Visit,
    epoch: number,
    changes: readonly AuditChange[] = [],
  ): Promise<(SignInAnswer & { kind: 'signed-in' }) | null> {
    const { replaces, device } = visit
    if (replaces) await transact(this.#database, (tx) => this.#sessions.endByKey(replaces, tx))
    await rows.sweepSessions(this.#db, member.id, this.#now())
    const known = await transact(this.#database, async (tx) => {
      if (!(await rows.isSessionEpoch(tx, member.id, epoch))) {
        await this.#sessions.endByKey(opened.key, tx)
        return null
      }
      await rows.recordSignIn(tx, member.id, this.#now())
      await recordAccountEvent(tx, { action: 'signed-in', ...this.#by(member, visit), changes })
      return rememberDevice(tx, { device, memberId: member.id, now: this.#now() })
    })
    return known === null ? null : { kind: 'signed-in', member, ...opened, device: known }
  }

  #by(member: StaffMember, { address, userAgent }: From) {
    return { memberId: member.id, at: this.#now(), address, userAgent }
  }

  get #db() {
    return this.#database.db
  }
}
