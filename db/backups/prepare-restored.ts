import type { Kysely } from 'kysely'
import { openDatabase, type DatabaseLocation } from '#db/engine/open-database.ts'
import { migrate } from '#db/migrations/migrate.ts'
import type { Database } from '#db/schema.ts'
import { insertAuditEvent } from '#db/staff/audit-events.ts'
import type { LoadOptions } from './database-copy.ts'

/** Brings the tables of a restored database up to date, unless `keepsVersion`, and ends the access that it grants. */
export async function prepareRestored(
  location: DatabaseLocation,
  { keepsVersion, restoredAt, onMigrated }: Pick<LoadOptions, 'keepsVersion' | 'restoredAt' | 'onMigrated'>,
): Promise<void> {
  const database = await openDatabase(location)
  try {
    if (!keepsVersion) await migrate(database, onMigrated)
    await revokeAllAccess(database.db, restoredAt)
    if (!keepsVersion) await recordRestore(database.db, restoredAt)
  } finally {
    await database.close()
  }
}

/**
 * Revokes the access that a copy of the database still grants: sessions and keys of staff, links in invitations and for
 * new passwords, and known browsers. Some were ended, used or forgotten after the copy was made. Open invitations
 * expire, and owners may send them again. Any version of the shop that can be restored has these tables, except the
 * keys.
 */
async function revokeAllAccess(db: Kysely<Database>, restoredAt: number): Promise<void> {
  for (const table of ['staff_sessions', 'staff_verifications', 'staff_devices'] as const) {
    await db.deleteFrom(table).execute()
  }
  const tables = await db.introspection.getTables()
  // On PostgreSQL the tables from before the restore are still there, in a schema of their own.
  const hasKeys = tables.some(({ name, schema = 'public' }) => name === 'staff_keys' && schema === 'public')
  if (hasKeys) await db.deleteFrom('staff_keys').execute()
  await db
    .updateTable('staff_invitations')
    .set({ expires_at: restoredAt })
    .where('expires_at', '>', restoredAt)
    .execute()
}

/** Records in the audit trail why all staff had to sign in again. */
async function recordRestore(db: Kysely<Database>, restoredAt: number): Promise<void> {
  const operator = { id: null, email: '', address: '', userAgent: '' }
  await insertAuditEvent(db, { at: restoredAt, action: 'backup-restored', actor: operator })
}
