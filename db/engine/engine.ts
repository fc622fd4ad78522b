import { SqliteAdapter, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** The two databases the shop runs on. */
export type Engine = 'sqlite' | 'postgres'

/** The engine behind a database or a transaction, for the few statements that the two do not share. */
export function engineOf(db: Kysely<Database>): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}
