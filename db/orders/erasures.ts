import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** A customer's data that was deleted on request: who did it and how much that was. Nothing says whose it was. */
export interface Erasure {
  id: string
  at: number
  /** The e-mail address of a member of staff. */
  by: string
  orders: number
  messages: number
  subscriptions: number
}

export async function insertErasure(tx: Kysely<Database>, erasure: Erasure): Promise<void> {
  await tx.insertInto('erasures').values(erasure).execute()
}

/** The newest first. */
export async function newestErasures(db: Kysely<Database>, limit: number): Promise<Erasure[]> {
  return db
    .selectFrom('erasures')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
