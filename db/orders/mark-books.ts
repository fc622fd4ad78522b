import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Marks what an order or a gift card says in the books to be compared again. */
export async function markBooks(tx: Kysely<Database>, kind: 'order' | 'card', subjects: readonly string[]) {
  for (const subject of subjects)
    await tx
      .insertInto('book_marks')
      .values({ subject, kind, changes: 1 })
      .onConflict((c) => c.column('subject').doUpdateSet({ changes: sql`book_marks.changes + 1` }))
      .execute()
}
