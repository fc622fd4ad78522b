import * as v from 'valibot'
import { looksLikeEmail } from '#domain/email.ts'
import { findPasswordFault, type PasswordFault } from '#domain/staff/new-password.ts'
import type { StaffId } from '#domain/ids.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import { recordAccountEvent, recordWithNotice, STAFF_NOTICE } from '#db/staff/staff-events.ts'
import { consumeInvitation, deleteInvitationOf } from '#db/staff/staff-invitations.ts'
import { COMMON_PASSWORDS } from './most-used-passwords.ts'
import { applyMemberChange } from './people/sql-member-change.ts'
import * as rows from '#db/staff/staff-rows.ts'
import { clearAllAttempts } from './sql-staff-attempts.ts'
import type { StaffPasswords } from './staff-passwords.ts'
import type { AddMemberAnswer, ChangeEmailAnswer, NewMember, Visit, WeakPassword } from './staff-identity.ts'
import type { StaffMember } from '#domain/staff/staff-member.ts'

const FIRST_MEMBER_MADE = 'first-staff-member-made'

/** better-auth validates addresses too, so every added account must pass its check to be able to sign in. */
const signInAddress = v.pipe(v.string(), v.email(), v.check(looksLikeEmail))

/** Whether an account with this address could sign in. */
export function canSignInWith(email: string): boolean {
  return v.is(signInAddress, email)
}

/** Why this password is not allowed for this address; null when it is. */
export function newPasswordFault(password: string, email: string): PasswordFault | null {
  return findPasswordFault(password, { email, isCommon: (written) => COMMON_PASSWORDS.has(written) })
}

/** Normalizes an address, so that each account has one spelling. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** The member with this address, disabled or not. */
export async function findByAddress(
  db: ShopDatabase['db'],
  address: string,
): Promise<{ kind: 'found'; member: StaffMember } | { kind: 'invalid-email' | 'user-not-found' }> {
  const email = normalizeEmail(address)
  if (!canSignInWith(email)) return { kind: 'invalid-email' }
  const member = await rows.findMember(db, { email })
  return member ? { kind: 'found', member } : { kind: 'user-not-found' }
}

/**
 * The staff and their roles. This does not load better-auth, so the shop starts and the command line works without it.
 */
export class StaffMembers {
  readonly #database: ShopDatabase
  readonly #now: () => number
  readonly #passwords: StaffPasswords

  constructor(database: ShopDatabase, { now, passwords }: { now: () => number; passwords: StaffPasswords }) {
    this.#database = database
    this.#now = now
    this.#passwords = passwords
  }

  async addFirst(
    { email, password }: { email: string; password: string },
    onAdded?: (member: StaffMember, link: string | null) => void,
  ): Promise<StaffMember | WeakPassword | null> {
    const { db } = this.#database
    const now = this.#now()
    const marker = db.selectFrom('settings').where('name', '=', FIRST_MEMBER_MADE).select('value')
    if (await marker.executeTakeFirst()) return null
    const fault = this.#faultOf(password, normalizeEmail(email))
    if (fault) return { kind: 'weak-password', fault }
    const passwordHash = await this.#passwords.hash(password)
    return db.transaction().execute(async (tx) => {
      const first = await tx
        .insertInto('settings')
        .values({ name: FIRST_MEMBER_MADE, value: String(now) })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst()
      if (!first || (await rows.listMembers(tx)).length > 0) return null
      const member = await rows.insertMember(tx, { email: normalizeEmail(email), role: 'owner', now })
      if (passwordHash !== null) await rows.writePassword(tx, member.id, { passwordHash, now })
      onAdded?.(member, passwordHash === null ? null : await rows.issueFirstLink(tx, member.id, now))
      return member
    })
  }

  async add(account: NewMember): Promise<AddMemberAnswer> {
    const { db } = this.#database
    const email = normalizeEmail(account.email)
    if (!canSignInWith(email)) return { kind: 'invalid-email' }
    const fault = this.#faultOf(account.password, email)
    if (fault) return { kind: 'weak-password', fault }
    const passwordHash = await this.#passwords.hash(account.password)
    const { member, isNew } = await transact(this.#database, async (tx) => {
      const now = this.#now()
      const before = await rows.findMember(tx, { email })
      const written = before
        ? await this.#renew(tx, before, account.role ?? before.role, now)
        : await rows.insertMember(tx, { email, role: account.role ?? 'owner', now })
      await deleteInvitationOf(tx, email)
      if (passwordHash !== null) await rows.writePassword(tx, written.id, { passwordHash, now })
      return { member: written, isNew: before === null }
    })
    await clearAllAttempts(db, member.id)
    return { kind: isNew ? 'added' : 'renewed', member }
  }

  async #renew(tx: Tx, before: StaffMember, role: Role, now: number): Promise<StaffMember> {
    await rows.lockMember(tx, before.id)
    if (role !== before.role) {
      await applyMemberChange(tx, before, { kind: 'role', role }, { by: null, now })
    }
    const renewed = await rows.renewMember(tx, before.id, now)
    const event = { memberId: before.id, by: null, at: now, address: '', userAgent: '' }
    await (this.#passwords.keptBy === null
      ? recordWithNotice(tx, { ...event, action: 'account-renewed' })
      : recordAccountEvent(tx, { ...event, action: 'access-renewed' }))
    return renewed
  }

  /** Creates the member of an invitation. Of two concurrent calls with one token, one does so. */
  async join(token: string, password: string, { address, userAgent }: Visit) {
    const passwordHash = await this.#passwords.hash(password)
    return transact(this.#database, async (tx) => {
      const now = this.#now()
      const invitation = await consumeInvitation(tx, token, now)
      if (!invitation) return { kind: 'invalid-link' as const }
      const { email, role } = invitation
      if (await rows.findMember(tx, { email })) return { kind: 'already-member' as const }
      const member = await rows.insertMember(tx, { email, role, now })
      if (passwordHash !== null) await rows.writePassword(tx, member.id, { passwordHash, now })
      const changes = [{ field: 'Role', before: null, after: role }]
      const from = { at: now, address, userAgent }
      await recordAccountEvent(tx, { action: 'joined', memberId: member.id, ...from, changes })
      return { kind: 'joined' as const, member }
    })
  }

  /** Why a password is not allowed. Null when a service keeps the passwords, because the shop then sets none. */
  #faultOf(password: string, email: string): PasswordFault | null {
    return this.#passwords.keptBy === null ? newPasswordFault(password, email) : null
  }

  async changeEmail(oldEmail: string, newEmail: string): Promise<ChangeEmailAnswer> {
    const [from, to] = [normalizeEmail(oldEmail), normalizeEmail(newEmail)]
    if (!canSignInWith(to)) return { kind: 'invalid-email' }
    return transact(this.#database, (tx) => applyEmailChange(tx, { from, to, now: this.#now() }))
  }

  disable(address: string): Promise<StaffMember | null> {
    return transact(this.#database, async (tx) => {
      const email = normalizeEmail(address)
      const member = await rows.findMember(tx, { email })
      if (!member || member.disabled) return member
      await rows.lockMember(tx, member.id)
      await applyMemberChange(tx, member, { kind: 'disable' }, { by: null, now: this.#now() })
      return { ...member, disabled: true }
    })
  }
}

/**
 * Changes the address of an account. `by`: where the member does so; without it, the operator does. Call it in a
 * transaction.
 */
export async function applyEmailChange(
  tx: Tx,
  change: { from: string; to: string; now: number; by?: Pick<Visit, 'address' | 'userAgent'> },
): Promise<ChangeEmailAnswer> {
  const { from, to, now, by } = change
  if (await rows.findMember(tx, { email: to })) return { kind: 'taken' }
  const member = await rows.changeEmail(tx, { from, to, now })
  if (!member) return { kind: 'unknown' }
  await recordEmailChange(tx, 'email-changed', { memberId: member.id, from, to, at: now, by })
  return { kind: 'changed', member }
}

/** Records what became of a member's new address, with a mail to both. Call it in the transaction of the change. */
export async function recordEmailChange(
  tx: Tx,
  action: 'email-change-asked' | 'email-change-withdrawn' | 'email-changed',
  {
    memberId,
    from,
    to,
    at,
    by,
  }: {
    memberId: StaffId
    from: string
    to: string
    at: number
    by: Pick<Visit, 'address' | 'userAgent'> | undefined
  },
): Promise<void> {
  const changes = [{ field: 'Email address', before: from, after: to }]
  const whence = by ?? { by: null, address: '', userAgent: '' }
  const event = { memberId, at, ...whence, changes }
  const eventId = await recordAccountEvent(tx, { ...event, action })
  const tasks = [from, to].map((recipient): OutboxTask => ({
    kind: STAFF_NOTICE,
    payload: { eventId, emailChange: { from, to }, recipient },
    dedupeKey: `${STAFF_NOTICE}:${eventId}:${recipient === to ? 'new' : 'old'}`,
  }))
  await enqueue(tx, tasks, at)
}
