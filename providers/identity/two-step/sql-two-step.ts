import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import { recordWithNotice } from '#db/staff/staff-events.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import type { StaffId } from '#domain/ids.ts'
import { confirmPassword, type IdentityParts } from '#providers/identity/confirm-password.ts'
import type { SessionKey, Visit } from '#providers/identity/staff-identity.ts'
import type { StaffMember } from '#domain/staff/staff-member.ts'
import * as rows from '#db/staff/staff-rows.ts'
import { takeSessionAttempt } from '#providers/identity/sql-staff-attempts.ts'
import type { StaffTwoStep } from './staff-two-step.ts'
import {
  deleteApp,
  deleteSecondFactor,
  readSecondFactor,
  readTwoStep,
  writeRecoveryCodes,
} from '#db/staff/two-step-rows.ts'

type From = Pick<Visit, 'address' | 'userAgent'>

/** Two-step verification of staff whose passwords the shop keeps: better-auth makes and checks the codes of the app. */
export class SqlTwoStep implements StaffTwoStep {
  readonly #database: ShopDatabase
  readonly #parts: IdentityParts

  constructor(database: ShopDatabase, parts: IdentityParts) {
    this.#database = database
    this.#parts = parts
  }

  read(memberId: StaffId) {
    return readTwoStep(this.#db, memberId)
  }

  async begin(key: SessionKey, password: string) {
    const confirmed = await this.#prove(key, password)
    if (confirmed.kind !== 'confirmed') return confirmed
    if ((await this.read(confirmed.session.member.id)).isOn) return { kind: 'already-on' as const }
    const { auth, visitHeaders } = await this.#parts.sessions.load()
    const answer = await auth.api.enableTwoFactor({
      body: { password, method: 'totp' },
      headers: visitHeaders({ key }),
    })
    const address = 'totpURI' in answer ? answer.totpURI : ''
    return { kind: 'begun' as const, address, secret: new URL(address).searchParams.get('secret') ?? '' }
  }

  async confirm(key: SessionKey, code: string, from: From) {
    if (this.#parts.passwords.keptBy !== null) return { kind: 'not-here' as const }
    const session = await this.#parts.sessions.find(key)
    if (!session) return { kind: 'signed-out' as const }
    const memberId = session.member.id
    const epoch = await rows.findSessionEpoch(this.#db, memberId)
    if ((await this.read(memberId)).isOn) return { kind: 'already-on' as const }
    const refusal = await takeSessionAttempt(this.#db, session.id, this.#parts.now())
    if (refusal) return refusal
    const opened = await this.#parts.sessions.confirmTwoStep(key, code, from)
    if (opened === null) return { kind: 'wrong-code' as const }
    const codes = await transact(this.#database, async (tx) => {
      if (!(await rows.isSessionEpoch(tx, memberId, epoch))) {
        await this.#parts.sessions.endByKey(opened.key, tx)
        await deleteApp(tx, memberId)
        return null
      }
      const here = await this.#parts.sessions.idOf(opened.key, tx)
      await rows.endEverySession(tx, memberId, here)
      await recordWithNotice(tx, this.#event('two-step-on', memberId, from))
      return writeRecoveryCodes(tx, memberId)
    })
    return codes === null ? { kind: 'signed-out' as const } : { kind: 'on' as const, codes, ...opened }
  }

  async renewCodes(key: SessionKey, password: string, from: From) {
    const confirmed = await this.#prove(key, password)
    if (confirmed.kind !== 'confirmed') return confirmed
    const { id } = confirmed.session.member
    const { hasApp, hasPasskey } = await readSecondFactor(this.#db, id)
    if (!hasApp && !hasPasskey) return { kind: 'is-off' as const }
    const codes = await transact(this.#database, async (tx) => {
      await recordWithNotice(tx, this.#event('recovery-codes-made', id, from))
      return writeRecoveryCodes(tx, id)
    })
    return { kind: 'renewed' as const, codes }
  }

  async end(key: SessionKey, password: string, from: From) {
    const confirmed = await this.#prove(key, password)
    if (confirmed.kind !== 'confirmed') return confirmed
    const { id: sessionId, member } = confirmed.session
    const { id } = member
    return transact(this.#database, async (tx) => {
      if (!(await deleteApp(tx, id))) return { kind: 'is-off' as const }
      await rows.endEverySession(tx, id, sessionId)
      await recordWithNotice(tx, this.#event('two-step-off', id, from))
      return { kind: 'off' as const }
    })
  }

  reset(email: string): Promise<StaffMember | null> {
    return transact(this.#database, async (tx) => {
      const member = await rows.findMember(tx, { email: email.trim().toLowerCase() })
      if (member && (await deleteSecondFactor(tx, member.id))) {
        await rows.endEverySession(tx, member.id)
        const event = this.#event('second-factor-reset', member.id, { address: '', userAgent: '' })
        await recordWithNotice(tx, { ...event, by: null })
      }
      return member
    })
  }

  #prove(key: SessionKey, password: string) {
    return confirmPassword(this.#db, this.#parts, { key, password })
  }

  #event(action: AuditAction, memberId: StaffId, { address, userAgent }: From) {
    return { action, memberId, at: this.#parts.now(), address, userAgent }
  }

  get #db() {
    return this.#database.db
  }
}
