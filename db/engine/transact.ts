import type { Transaction } from 'kysely'
import { classifyDatabaseFailure, OutcomeUnknownError } from './database-failure.ts'
import type { ShopDatabase } from './open-database.ts'
import type { Database } from '#db/schema.ts'

export type Tx = Transaction<Database>

const TRIES = 5
/** PostgreSQL: serialization failure, deadlock, unique violation. */
const POSTGRES_RETRY = new Set(['40001', '40P01', '23505'])
/** SQLite: unique and primary key constraints. */
const SQLITE_RETRY = new Set([2067, 1555])

/**
 * Runs `work` in one transaction, and repeats it from the start after a serialization failure, a deadlock or a
 * concurrent insert of the same key. So `work` must touch nothing but the database. Throws OutcomeUnknownError.
 */
export async function transact<T>({ db, engine }: ShopDatabase, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    let isCommitting = false
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx)
        isCommitting = true
        return result
      })
    } catch (error) {
      // SQLite rolls back a failed commit itself.
      if (isCommitting && engine === 'postgres' && classifyDatabaseFailure(error) === 'unreachable') {
        throw new OutcomeUnknownError(error)
      }
      if (tries === TRIES || !isWorthRetrying(error)) throw error
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return POSTGRES_RETRY.has(code ?? '') || SQLITE_RETRY.has(errcode ?? 0)
}
