import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** A deletion of a customer's data on request: by whom, when and how much. It does not identify the customer. */
export interface Erasure {
  id: string
  at: number
  /** The email address of a staff member. */
  by: string
  orders: number
  messages: number
  subscriptions: number
}

export async function insertErasure(tx: Kysely<Database>, erasure: Erasure): Promise<void> {
  await tx.insertInto('erasures').values(erasure).execute()
}

/** The latest erasures, newest first. */
export async function newestErasures(db: Kysely<Database>, limit: number): Promise<Erasure[]> {
  return db
    .selectFrom('erasures')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
