import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { SqliteDialect } from './sqlite-dialect.ts'

/** Detects on SQLite that another process has changed data that this one may have cached. */
export function externalChanges(dialect: Pick<SqliteDialect, 'externalCommits' | 'number'>): {
  haveCome(): boolean
} {
  let commits = dialect.externalCommits()
  let copies = copyCommits(dialect)
  let announced = announcements(dialect)
  return {
    haveCome() {
      const now = dialect.externalCommits()
      if (now === commits) return false
      commits = now
      const before = { copies, announced }
      copies = copyCommits(dialect)
      announced = announcements(dialect)
      // Litestream increments a counter at each checkpoint: a commit that does only this changes no data.
      const isCopyOnly = copies !== before.copies && announced === before.announced
      return !isCopyOnly
    },
  }
}

/** Counts an announcement, so that it is noticed even if Litestream commits at the same time. */
export async function countAnnouncement(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('announcements')
    .set((e) => ({ count: e('count', '+', 1) }))
    .where('id', '=', 1)
    .execute()
}

function copyCommits(dialect: Pick<SqliteDialect, 'number'>): number {
  return dialect.number('select seq from _litestream_seq where id = 1')
}

function announcements(dialect: Pick<SqliteDialect, 'number'>): number {
  return dialect.number('select count from announcements where id = 1')
}
