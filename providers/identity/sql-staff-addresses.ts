import * as addresses from '#db/staff/staff-addresses.ts'
import { findMember, lockMember } from '#db/staff/staff-rows.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import type { StaffId } from '#domain/ids.ts'
import { confirmPassword, type IdentityParts } from './confirm-password.ts'
import { applyEmailChange, canSignInWith, normalizeEmail, recordEmailChange } from './sql-staff-members.ts'
import type {
  ConfirmEmailAnswer,
  OwnEmailAnswer,
  SessionKey,
  StaffAddresses,
  Visit,
} from './staff-identity.ts'

type From = Pick<Visit, 'address' | 'userAgent'>

/** Changes of the address of staff whose accounts the shop keeps. */
export class SqlStaffAddresses implements StaffAddresses {
  readonly #database: ShopDatabase
  readonly #parts: IdentityParts

  constructor(database: ShopDatabase, parts: IdentityParts) {
    this.#database = database
    this.#parts = parts
  }

  async ask(
    key: SessionKey,
    { email, password }: { email: string; password: string },
    from: From,
  ): Promise<OwnEmailAnswer> {
    const confirmed = await confirmPassword(this.#database.db, this.#parts, { key, password })
    if (confirmed.kind !== 'confirmed') return confirmed
    const to = normalizeEmail(email)
    if (!canSignInWith(to)) return { kind: 'invalid-email' }
    const { member } = confirmed.session
    return transact(this.#database, async (tx): Promise<OwnEmailAnswer> => {
      await lockMember(tx, member.id)
      if (await findMember(tx, { email: to })) return { kind: 'taken' }
      const now = this.#parts.now()
      const change = { memberId: member.id, email: to, now }
      await addresses.insertAddressChange(tx, change)
      const event = { memberId: member.id, from: member.email, to, at: now, by: from }
      await recordEmailChange(tx, 'email-change-asked', event)
      return { kind: 'asked' }
    })
  }

  find(memberId: StaffId) {
    return addresses.findAddressChange(this.#database.db, memberId, this.#parts.now())
  }

  async withdraw(memberId: StaffId, from: From): Promise<void> {
    await transact(this.#database, async (tx) => {
      const now = this.#parts.now()
      await lockMember(tx, memberId)
      const change = await addresses.findAddressChange(tx, memberId, now)
      const member = await findMember(tx, { id: memberId })
      if (!change || !member) return
      await addresses.deleteAddressChange(tx, memberId)
      const event = { memberId, from: member.email, to: change.email, at: now, by: from }
      await recordEmailChange(tx, 'email-change-withdrawn', event)
    })
  }

  createLink(memberId: StaffId, email: string) {
    return transact(this.#database, async (tx) => {
      const now = this.#parts.now()
      await lockMember(tx, memberId)
      const change = await addresses.findAddressChange(tx, memberId, now)
      if (change?.email !== email) return null
      const token = await addresses.issueAddressToken(tx, change, now)
      return { token, expiresAt: change.expiresAt }
    })
  }

  async findByToken(token: string) {
    if (this.#parts.passwords.keptBy !== null) return null
    const { db } = this.#database
    const change = await addresses.findAddressChangeByToken(db, token, this.#parts.now())
    const member = change && (await findMember(db, { id: change.memberId }))
    return change && member && !member.disabled ? { from: member.email, to: change.email } : null
  }

  async confirm(token: string, from: From): Promise<ConfirmEmailAnswer> {
    if (this.#parts.passwords.keptBy !== null) return { kind: 'invalid-link' }
    return transact(this.#database, async (tx): Promise<ConfirmEmailAnswer> => {
      const now = this.#parts.now()
      const named = await addresses.findAddressChangeByToken(tx, token, now)
      if (!named) return { kind: 'invalid-link' }
      await lockMember(tx, named.memberId)
      // Read again, since another call may have used the link up before the lock.
      const change = await addresses.findAddressChangeByToken(tx, token, now)
      const member = await findMember(tx, { id: named.memberId })
      if (!change || !member || member.disabled) return { kind: 'invalid-link' }
      await addresses.deleteAddressChange(tx, member.id)
      const answer = await applyEmailChange(tx, { from: member.email, to: change.email, now, by: from })
      return answer.kind === 'changed' ? answer : { kind: answer.kind === 'taken' ? 'taken' : 'invalid-link' }
    })
  }
}
