import type { Insertable, Kysely, Selectable } from 'kysely'
import type { StaffId } from '#domain/ids.ts'
import { shortenedAddress } from '#domain/shortened-address.ts'
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditChange,
  type AuditSubjectKind,
} from '#domain/audit/audit.ts'
import type { Database } from '#db/schema.ts'

/**
 * Who acts, and from where: only the network of the address is stored. `id` is null for anyone but a member of staff.
 */
export interface AuditActor {
  id: StaffId | null
  /** The email address; blank when there is no id. */
  email: string
  address: string
  userAgent: string
  /** The key that the actor's program came with. */
  keyName?: string
}

/** An entry to be appended. `subject.name`: the current name; omitted when it is a customer's. */
export interface NewAuditEvent {
  at: number
  action: AuditAction
  actor: AuditActor
  subject?: { id: string; name?: string }
  changes?: readonly AuditChange[]
}

/** A stored entry. Times are epoch milliseconds. */
export interface AuditEvent {
  id: number
  at: number
  action: AuditAction
  actorId: StaffId | null
  actorName: string
  /** Blank for a person. */
  keyName: string
  subjectKind: AuditSubjectKind
  subjectId: string
  subjectName: string
  changes: AuditChange[]
  network: string
  userAgent: string
}

const MAX_USER_AGENT_LENGTH = 300

/** Appends an entry. Call it in the transaction of what it records. Returns its id. */
export async function insertAuditEvent(db: Kysely<Database>, event: NewAuditEvent): Promise<number> {
  const { id } = await db
    .insertInto('audit_events')
    .values(rowOf(event))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function rowOf({
  at,
  action,
  actor,
  subject,
  changes = [],
}: NewAuditEvent): Insertable<Database['audit_events']> {
  return {
    at,
    action,
    actor_id: actor.id,
    actor_name: actor.email,
    key_name: actor.keyName ?? '',
    subject_kind: AUDIT_ACTIONS[action].about,
    subject_id: subject?.id ?? '',
    subject_name: subject?.name ?? '',
    changes: JSON.stringify(changes),
    network: shortenedAddress(actor.address),
    user_agent: actor.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
  }
}

/** A stored row as an entry. */
export function auditEventOf(row: Selectable<Database['audit_events']>): AuditEvent {
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    actorId: row.actor_id,
    actorName: row.actor_name,
    keyName: row.key_name,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    changes: JSON.parse(row.changes) as AuditChange[],
    network: row.network,
    userAgent: row.user_agent,
  }
}

/** Deletes up to `limit` entries of these kinds from before this time. Returns how many. */
export async function deleteAuditEvents(
  db: Kysely<Database>,
  { before, kinds, limit }: { before: number; kinds: readonly AuditSubjectKind[] | 'all'; limit: number },
): Promise<number> {
  let old = db.selectFrom('audit_events').select('id').where('at', '<', before)
  if (kinds !== 'all') old = old.where('subject_kind', 'in', kinds)
  const { numDeletedRows } = await db
    .deleteFrom('audit_events')
    .where('id', 'in', old.limit(limit))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
