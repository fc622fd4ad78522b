import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/**
 * Ends what a copy of the database still lets in: sessions of staff, links of invitations and for new passwords, and
 * the browsers that are known. Some were ended, used or forgotten after the copy was made. Any version of the shop that
 * can be restored has these tables.
 */
export async function endAccess(db: Kysely<Database>): Promise<void> {
  for (const table of ['staff_sessions', 'staff_verifications', 'staff_devices'] as const) {
    await db.deleteFrom(table).execute()
  }
}
