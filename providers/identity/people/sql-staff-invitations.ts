import type { Kysely } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import { transact } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { insertAuditEvent } from '#db/staff/audit-events.ts'
import * as invitations from '#db/staff/staff-invitations.ts'
import type { InvitationId } from '#domain/ids.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { canSignInWith, normalizeEmail } from '#providers/identity/sql-staff-members.ts'
import * as rows from '#db/staff/staff-rows.ts'
import { lockActiveOwners } from '#db/staff/people-rows.ts'
import type { TooManyRequests } from '#domain/staff/staff-member.ts'
import type {
  ChangeAuthor,
  Invitation,
  InvitationRefusal,
  InviteAnswer,
  SendAgainAnswer,
  StaffInvitations,
} from './staff-people.ts'

/** How many invitations can be open or expired at once. */
const MAX_INVITATIONS = 50
/** Mails of all invitations together. */
const MAILS: Throttle = { burst: 20, refillMs: 3 * 60_000 }
/** Mails of one invitation. */
const MAILS_OF_ONE: Throttle = { burst: 3, refillMs: 10 * 60_000 }

const TOKEN = /^[\w-]{43}$/

/** Invitations in the shop's database, even when a service keeps the passwords. */
export class SqlStaffInvitations implements StaffInvitations {
  readonly #database: ShopDatabase
  readonly #now: () => number

  constructor(database: ShopDatabase, now: () => number) {
    this.#database = database
    this.#now = now
  }

  list(): Promise<Invitation[]> {
    return invitations.listInvitations(this.#database.db)
  }

  async invite(whom: { email: string; role: Role }, by: ChangeAuthor): Promise<InviteAnswer> {
    const email = normalizeEmail(whom.email)
    if (!canSignInWith(email)) return { kind: 'invalid-email' }
    return transact(this.#database, async (tx): Promise<InviteAnswer> => {
      if (!(await lockActiveOwners(tx)).includes(by.id)) return { kind: 'not-permitted' }
      const member = await rows.findMember(tx, { email })
      if (member) return { kind: member.disabled ? 'disabled-member' : 'already-member', role: member.role }
      const now = this.#now()
      const before = await invitations.findInvitation(tx, { email })
      if (before && before.expiresAt > now) return { kind: 'already-invited', invitation: before }
      if (before) await invitations.deleteInvitation(tx, before.id)
      const { length } = await invitations.listInvitations(tx)
      if (length >= MAX_INVITATIONS) return { kind: 'too-many-invitations' }
      const refusal = await take(tx, 'staff-invitations', MAILS, now)
      if (refusal) return refusal
      const id = await invitations.writeInvitation(tx, { email, role: whom.role, by: by.id, now })
      await this.#record(tx, 'invited', by, { email, role: whom.role })
      return { kind: 'invited', invitation: await this.#get(tx, id) }
    })
  }

  sendAgain(id: InvitationId, version: number, by: ChangeAuthor): Promise<SendAgainAnswer> {
    return this.#change(id, version, by, async (tx, { email, role }): Promise<SendAgainAnswer> => {
      const now = this.#now()
      const refusal =
        (await take(tx, `staff-invitation ${id}`, MAILS_OF_ONE, now)) ??
        (await take(tx, 'staff-invitations', MAILS, now))
      if (refusal) return refusal
      await invitations.renewInvitation(tx, id, now)
      await this.#record(tx, 'invitation-sent-again', by, { email, role })
      return { kind: 'invited', invitation: await this.#get(tx, id) }
    })
  }

  withdraw(
    id: InvitationId,
    version: number,
    by: ChangeAuthor,
  ): Promise<{ kind: 'withdrawn' } | InvitationRefusal> {
    return this.#change(id, version, by, async (tx, { email, role }) => {
      await invitations.deleteInvitation(tx, id)
      await this.#record(tx, 'invitation-withdrawn', by, { email, role })
      return { kind: 'withdrawn' as const }
    })
  }

  createLink(id: InvitationId, version: number) {
    return transact(this.#database, async (tx) => {
      const now = this.#now()
      await invitations.lockInvitation(tx, id)
      const invitation = await invitations.findInvitation(tx, { id })
      if (invitation?.version !== version || invitation.expiresAt <= now) return null
      return { token: await invitations.issueInvitationToken(tx, invitation, now), invitation }
    })
  }

  async find(token: string): Promise<Invitation | null> {
    return TOKEN.test(token) ? invitations.findInvitationByToken(this.#database.db, token, this.#now()) : null
  }

  /** Changes an invitation, if it still has the version that the owner saw. */
  #change<T>(
    id: InvitationId,
    version: number,
    by: ChangeAuthor,
    work: (tx: Kysely<Database>, invitation: Invitation) => Promise<T>,
  ): Promise<T | InvitationRefusal> {
    return transact(this.#database, async (tx): Promise<T | InvitationRefusal> => {
      if (!(await lockActiveOwners(tx)).includes(by.id)) return { kind: 'not-permitted' }
      await invitations.lockInvitation(tx, id)
      const invitation = await invitations.findInvitation(tx, { id })
      if (!invitation) return { kind: 'unknown' }
      return invitation.version === version ? work(tx, invitation) : { kind: 'changed-meanwhile', invitation }
    })
  }

  async #get(tx: Kysely<Database>, id: InvitationId): Promise<Invitation> {
    const invitation = await invitations.findInvitation(tx, { id })
    if (!invitation) throw new Error('The invitation was written and is not there')
    return invitation
  }

  async #record(
    tx: Kysely<Database>,
    action: Extract<AuditAction, `invit${string}`>,
    { id, ...from }: ChangeAuthor,
    { email, role }: { email: string; role: Role },
  ): Promise<void> {
    const owner = await rows.findMember(tx, { id })
    const withdrawn = action === 'invitation-withdrawn'
    await insertAuditEvent(tx, {
      at: this.#now(),
      action,
      actor: { id, email: owner?.email ?? '', ...from },
      subject: { id: email, name: email },
      changes: [{ field: 'Role', before: withdrawn ? role : null, after: withdrawn ? null : role }],
    })
  }
}

async function take(
  tx: Kysely<Database>,
  key: string,
  throttle: Throttle,
  now: number,
): Promise<TooManyRequests | null> {
  const waitSeconds = await takeAttempt(tx, key, throttle, now)
  return waitSeconds === null ? null : { kind: 'too-many-requests', waitSeconds }
}
