import type { Kysely } from 'kysely'
import { toStaffId, type StaffId } from '#domain/ids.ts'
import type { AuditAction, AuditChange } from '#domain/audit/audit.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import type { Database } from '#db/schema.ts'
import { auditEventOf, insertAuditEvent, type AuditEvent } from './audit-events.ts'

/** The outbox task of a mail to a member about their account (operations/staff/send-staff-notice.ts). */
export const STAFF_NOTICE = 'staff-notice'

/** What happened to the account of a member. `by`: who did it; the member when omitted, the operator when null. */
export interface AccountEvent {
  action: AuditAction
  memberId: StaffId
  by?: StaffId | null
  at: number
  address: string
  userAgent: string
  changes?: readonly AuditChange[]
}

/** Appends an account event to the audit trail. Call it in the transaction of its cause. */
export async function recordAccountEvent(tx: Kysely<Database>, event: AccountEvent): Promise<number> {
  const { action, memberId, by = memberId, at, address, userAgent, changes = [] } = event
  const emails = await emailsOf(tx, by === null ? [memberId] : [memberId, by])
  return insertAuditEvent(tx, {
    at,
    action,
    actor: { id: by, email: (by && emails.get(by)) ?? '', address, userAgent },
    subject: { id: memberId, name: emails.get(memberId) ?? '' },
    changes,
  })
}

/** The same, with a mail about it to the member. */
export async function recordWithNotice(tx: Kysely<Database>, event: AccountEvent): Promise<void> {
  const eventId = await recordAccountEvent(tx, event)
  const task: OutboxTask = {
    kind: STAFF_NOTICE,
    payload: { eventId },
    dedupeKey: `${STAFF_NOTICE}:${eventId}`,
  }
  await enqueue(tx, [task], event.at)
}

/** One event with the current address of its member; null when the event was deleted. */
export async function findAccountEvent(
  db: Kysely<Database>,
  id: number,
): Promise<(AuditEvent & { email: string }) | null> {
  const row = await db.selectFrom('audit_events').selectAll().where('id', '=', id).executeTakeFirst()
  const memberId = toStaffId(row?.subject_id ?? '')
  const email = (await emailsOf(db, [memberId])).get(memberId)
  return row && email !== undefined ? { ...auditEventOf(row), email } : null
}

async function emailsOf(db: Kysely<Database>, ids: readonly StaffId[]): Promise<Map<StaffId, string>> {
  const rows = await db.selectFrom('staff_members').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
