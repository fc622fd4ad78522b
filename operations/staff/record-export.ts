import { insertAuditEvent, type AuditActor } from '#db/staff/audit-events.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import type { Shop } from '#operations/shop.ts'

/** Exports, by their name in the audit trail. */
export type ExportKind = Extract<AuditAction, `exported-${string}`>

/** Records an export, before its first line: an export that cannot be recorded is refused. */
export async function recordExport(
  { database, log, now }: Pick<Shop, 'database' | 'log' | 'now'>,
  action: ExportKind,
  actor: AuditActor,
): Promise<void> {
  const event = await insertAuditEvent(database.db, { at: now(), action, actor })
  log.info('Data was exported', { kind: action, member: actor.id, event })
}
