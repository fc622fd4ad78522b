import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { insertAuditEvent, type NewAuditEvent } from '#db/staff/audit-events.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Appends a change by the staff member who makes the request to the audit trail. Call it in the transaction of the
 * change. What the shop does automatically has no author, and is not recorded.
 */
export async function recordAudit(
  db: Kysely<Database>,
  { author, now }: Pick<Shop, 'author' | 'now'>,
  event: Omit<NewAuditEvent, 'actor' | 'at'>,
): Promise<void> {
  if (author) await insertAuditEvent(db, { ...event, at: now(), actor: author })
}
