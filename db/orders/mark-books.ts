import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { BookSubject } from '#db/schema/book-tables.ts'

/** Marks what these subjects say in the books to be compared again. Each at most once. */
export async function markBooks(tx: Kysely<Database>, kind: BookSubject, subjects: readonly string[]) {
  if (subjects.length === 0) return
  await tx
    .insertInto('book_marks')
    .values(subjects.map((subject) => ({ subject, kind, changes: 1 })))
    .onConflict((c) => c.column('subject').doUpdateSet({ changes: sql`book_marks.changes + 1` }))
    .execute()
}
