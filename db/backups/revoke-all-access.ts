import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { insertAuditEvent } from '#db/staff/audit-events.ts'

/**
 * Ends what a copy of the database still lets in: sessions of staff, links of invitations and for new passwords, and
 * the browsers that are known. Some were ended, used or forgotten after the copy was made. Open invitations expire:
 * owners may send them again. Any version of the shop that can be restored has these tables.
 */
export async function revokeAllAccess(db: Kysely<Database>, restoredAt: number): Promise<void> {
  for (const table of ['staff_sessions', 'staff_verifications', 'staff_devices'] as const) {
    await db.deleteFrom(table).execute()
  }
  await db
    .updateTable('staff_invitations')
    .set({ expires_at: restoredAt })
    .where('expires_at', '>', restoredAt)
    .execute()
}

/** Tells staff in the audit trail why everyone had to sign in again. */
export async function recordRestore(db: Kysely<Database>, restoredAt: number): Promise<void> {
  const operator = { id: null, email: '', address: '', userAgent: '' }
  await insertAuditEvent(db, { at: restoredAt, action: 'backup-restored', actor: operator })
}
