import type { Kysely } from 'kysely'
import type { StaffId } from '#domain/ids.ts'
import { shortenedAddress } from '#domain/shortened-address.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import type { Database } from '#db/schema.ts'
import type { StaffPeopleEventKind } from './people-events.ts'

/** Sign-ins, exports of customers' data and account changes. Changes of passwords and addresses are mailed. */
export type StaffEventKind =
  | 'signed-in'
  | 'password-changed'
  | 'password-reset'
  | 'account-renewed'
  | 'access-renewed'
  | 'email-changed'
  | 'exported-orders'
  | 'exported-carrier-file'
  | 'exported-messages'
  | 'exported-subscribers'
  | StaffPeopleEventKind

/** A staff event and its origin. Times are epoch milliseconds. */
export interface StaffEvent {
  kind: StaffEventKind
  at: number
  /** The shortened network: `203.0.113.0/24`, enough to recognise one's own. Empty when unknown. */
  network: string
  userAgent: string
}

/** The outbox task of a mail about a password or an address (operations/staff/send-staff-notice.ts). */
export const STAFF_NOTICE = 'staff-notice'

const LONGEST_USER_AGENT = 300

/** Appends a staff event. `address`: of the visitor; only its network is stored. */
export async function recordStaffEvent(
  db: Kysely<Database>,
  { memberId, kind, at, address, userAgent, change }: StaffEventSource,
): Promise<number> {
  const { id } = await db
    .insertInto('staff_events')
    .values({
      member_id: memberId,
      kind,
      at,
      network: shortenedAddress(address),
      user_agent: userAgent.slice(0, LONGEST_USER_AGENT),
      by_member_id: change?.by ?? null,
      detail: change?.detail ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface StaffEventSource {
  memberId: StaffId
  kind: StaffEventKind
  at: number
  address: string
  userAgent: string
  /** Of a change of people: who made it (null: the operator), and what it was beyond its kind. */
  change?: { by: StaffId | null; detail: string }
}

/** Appends a password event and enqueues a mail to the member. Call it in the transaction that sets the password. */
export async function recordPasswordEvent(tx: Kysely<Database>, source: StaffEventSource): Promise<void> {
  await recordWithNotice(tx, source)
}

/** Appends an event and enqueues a mail about it to the member. Call it in the transaction of its cause. */
export async function recordWithNotice(tx: Kysely<Database>, source: StaffEventSource): Promise<void> {
  const eventId = await recordStaffEvent(tx, source)
  const task: OutboxTask = {
    kind: STAFF_NOTICE,
    payload: { eventId },
    dedupeKey: `${STAFF_NOTICE}:${eventId}`,
  }
  await enqueue(tx, [task], source.at)
}

/** Records a member's new address and enqueues a mail to both addresses. Call it in the transaction of the change. */
export async function recordEmailChange(
  tx: Kysely<Database>,
  { memberId, from, to, at }: { memberId: StaffId; from: string; to: string; at: number },
): Promise<void> {
  const source: StaffEventSource = { memberId, kind: 'email-changed', at, address: '', userAgent: '' }
  const eventId = await recordStaffEvent(tx, source)
  const tasks = [from, to].map((recipient): OutboxTask => ({
    kind: STAFF_NOTICE,
    payload: { eventId, emailChange: { from, to }, recipient },
    dedupeKey: `${STAFF_NOTICE}:${eventId}:${recipient === to ? 'new' : 'old'}`,
  }))
  await enqueue(tx, tasks, at)
}

/** One event with its member; null when it was deleted. */
export async function findStaffEvent(
  db: Kysely<Database>,
  id: number,
): Promise<(StaffEvent & { email: string; by: string | null; detail: string }) | null> {
  const row = await db
    .selectFrom('staff_events')
    .innerJoin('staff_members', 'staff_members.id', 'staff_events.member_id')
    .leftJoin('staff_members as actor', 'actor.id', 'staff_events.by_member_id')
    .where('staff_events.id', '=', id)
    .select(['kind', 'at', 'network', 'user_agent', 'staff_members.email'])
    .select(['actor.email as by', 'detail'])
    .executeTakeFirst()
  return row ? { ...eventOf(row), email: row.email, by: row.by, detail: row.detail ?? '' } : null
}

/** A member's latest events, newest first. */
export async function listStaffEvents(
  db: Kysely<Database>,
  memberId: StaffId,
  limit: number,
): Promise<StaffEvent[]> {
  const rows = await db
    .selectFrom('staff_events')
    .where('member_id', '=', memberId)
    .select(['kind', 'at', 'network', 'user_agent'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(eventOf)
}

/** Deletes up to `limit` events from before this time. Returns how many. */
export async function deleteStaffEvents(
  db: Kysely<Database>,
  before: number,
  limit: number,
): Promise<number> {
  const old = db.selectFrom('staff_events').select('id').where('at', '<', before).orderBy('at').limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('staff_events')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function eventOf(row: { kind: string; at: number; network: string; user_agent: string }): StaffEvent {
  const { kind, at, network, user_agent } = row
  return { kind: kind as StaffEventKind, at, network, userAgent: user_agent }
}
