import { sql } from 'kysely'
import { CopyRefused } from '#db/backups/database-copy.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { MOVE_NOTES_TABLE } from './move-side.ts'

/** Throws CopyRefused for a database that a move has not finished: rows are missing there. */
export async function refuseUnfinishedMove({ db, engine }: ShopDatabase): Promise<void> {
  if (engine === 'sqlite') return // an unfinished file has another name
  const { rows } = await sql<{
    found: string | null
  }>`select to_regclass(${MOVE_NOTES_TABLE})::text as found`.execute(db)
  if (rows[0]?.found == null) return
  throw new CopyRefused(
    'Moving the shop to this database is not finished: run the same npm run db:move again, or name another DATABASE_URL.',
  )
}
