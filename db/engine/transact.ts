import { isAbortedTransactionError, type Transaction } from 'kysely'
import { classifyDatabaseFailure, OutcomeUnknownError } from './database-failure.ts'
import type { ShopDatabase } from './open-database.ts'
import { isStalePlan } from '#db/engine/postgres/prepared-names.ts'
import type { Database } from '#db/schema.ts'

export type Tx = Transaction<Database>

const MAX_ATTEMPTS = 5
/** PostgreSQL: serialization failure, deadlock, unique violation. */
const POSTGRES_RETRY = new Set(['40001', '40P01', '23505'])
/** SQLite: unique and primary key constraints. */
const SQLITE_RETRY = new Set([2067, 1555])

/**
 * The last statement of a transaction, sent together with the commit on PostgreSQL, so that rows are not locked while
 * PostgreSQL waits for the shop. Its result arrives too late for a decision: when the transaction must not commit, the
 * statement itself must fail.
 */
export class LastStatement<T> {
  readonly result: Promise<T>

  constructor(result: Promise<T>) {
    this.result = result
    result.catch(() => {}) // transact reports it
  }
}

/** Thrown by work that relied on data that has changed in the meantime: the work runs again. */
export class StaleReadError extends Error {}

/**
 * Runs `work` in one transaction, and repeats it from the start after a serialization failure, a deadlock, a concurrent
 * insert of the same key, or a StaleReadError. So `work` must touch nothing but the database. Throws
 * OutcomeUnknownError.
 */
export async function transact<T>(
  database: ShopDatabase,
  work: (tx: Tx) => Promise<T | LastStatement<T>>,
): Promise<T> {
  const { db, engine, pipelined } = database
  for (let tries = 1; ; tries += 1) {
    let isCommitting = false
    let last: LastStatement<T> | undefined
    try {
      const done = await db.transaction().execute(async (tx) => {
        const result = await work(await pipelined(tx))
        if (!(result instanceof LastStatement)) {
          isCommitting = true
          return result
        }
        if (engine === 'sqlite') return result.result
        isCommitting = true
        last = result
        return result
      })
      return done instanceof LastStatement ? await done.result : done
    } catch (failure) {
      const error = isAbortedTransactionError(failure) && last ? await failureOf(last) : failure
      // SQLite rolls back a failed commit itself.
      const isUnknown = isCommitting && engine === 'postgres'
      if (isUnknown && classifyDatabaseFailure(error) === 'unreachable') throw new OutcomeUnknownError(error)
      if (tries === MAX_ATTEMPTS || !isWorthRetrying(error)) throw error
    }
  }
}

/** Why the transaction was rolled back instead of committed. */
function failureOf({ result }: LastStatement<unknown>): Promise<unknown> {
  return result.then(
    () => new Error('A transaction was rolled back although its last statement succeeded'),
    (error: unknown) => error,
  )
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof StaleReadError) return true
  const { code, errcode } = error as { code?: string; errcode?: number }
  return POSTGRES_RETRY.has(code ?? '') || SQLITE_RETRY.has(errcode ?? 0) || isStalePlan(error)
}
