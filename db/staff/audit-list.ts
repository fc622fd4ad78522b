import type { Kysely } from 'kysely'
import type { StaffId } from '#domain/ids.ts'
import type { AuditAction, AuditSubjectKind } from '#domain/audit/audit.ts'
import type { Database } from '#db/schema.ts'
import { auditEventOf, type AuditEvent } from './audit-events.ts'

/** Which entries of the audit trail. Times are epoch milliseconds; `until` is not included. */
export interface AuditFilter {
  actorId?: StaffId | undefined
  action?: AuditAction | undefined
  kind?: AuditSubjectKind | undefined
  /** The ids of subjects; an empty list finds nothing. */
  subjectIds?: readonly string[] | undefined
  from?: number | undefined
  until?: number | undefined
}

/** A place in the list: after this entry. */
export interface AuditPlace {
  at: number
  id: number
}

/** Entries, newest first: those older than `after`, if it is given. Each filter has an index with this order. */
export async function listAuditEvents(
  db: Kysely<Database>,
  { actorId, action, kind, subjectIds, from, until }: AuditFilter,
  { limit, after }: { limit: number; after?: AuditPlace | undefined },
): Promise<AuditEvent[]> {
  let found = db.selectFrom('audit_events').selectAll()
  if (actorId !== undefined) found = found.where('actor_id', '=', actorId)
  if (action !== undefined) found = found.where('action', '=', action)
  else if (kind !== undefined) found = found.where('subject_kind', '=', kind)
  if (subjectIds?.length === 0) return []
  if (subjectIds) found = found.where('subject_id', 'in', subjectIds)
  if (from !== undefined) found = found.where('at', '>=', from)
  if (after) {
    // Entries after this place are also before `until`.
    found = found.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(after.at, after.id)))
  } else if (until !== undefined) {
    found = found.where('at', '<', until)
  }
  const rows = await found.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(auditEventOf)
}

/** The latest entries about a member's account, and their exports, newest first. */
export async function listOwnAuditEvents(
  db: Kysely<Database>,
  memberId: StaffId,
  limit: number,
): Promise<AuditEvent[]> {
  const about = await listAuditEvents(db, { subjectIds: [memberId] }, { limit })
  const exports = await listAuditEvents(db, { actorId: memberId, kind: 'export' }, { limit })
  return [...about, ...exports].toSorted((a, b) => b.at - a.at || b.id - a.id).slice(0, limit)
}
