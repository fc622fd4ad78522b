import { sql, type CompiledQuery, type QueryResult } from 'kysely'
import { classifyDatabaseFailure, OutcomeUnknownError } from '#db/engine/database-failure.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { OpenGroup, type GroupMember } from '#db/engine/postgres/open-group.ts'
import { LastStatement, transact, type Tx } from '#db/engine/transact.ts'

const MAX_GROUP_SIZE = 32
/** How long the next group waits for this one, whose connection may have been lost silently. */
const MAX_WAIT_MS = 100
/** How long a statement of a group may wait for a locked row, because the others wait with it. */
export const LOCK_WAIT = sql`set local lock_timeout = '50ms'`

/** What a member does in the transaction of its group. */
type Work<T> = (tx: Tx) => Promise<T | LastStatement<T>>

/** Groups of works that begin together: those of single statements do not wait for those that read first. */
class Groups {
  readonly #groups = new WeakMap<ShopDatabase, OpenGroup<Work<unknown>, unknown>>()

  async join<T>(database: ShopDatabase, work: Work<T>): Promise<T> {
    const group =
      this.#groups.get(database) ??
      new OpenGroup({ maxSize: MAX_GROUP_SIZE, maxWaitMs: MAX_WAIT_MS }, (members) =>
        workTogether(database, members),
      )
    this.#groups.set(database, group)
    return (await group.join(work)) as T
  }
}

const [singleWrites, transactions] = [new Groups(), new Groups()]

/**
 * Executes a single write atomically. On PostgreSQL, simultaneous writes are sent in one message and share one commit;
 * on SQLite all writers share their commits anyway. If one of a group fails, all are rolled back and each is executed
 * alone. Throws as `transact` does.
 */
export function commitTogether<Row>(
  database: ShopDatabase,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  if (database.engine === 'sqlite') return database.db.executeQuery(query)
  return singleWrites.join(database, async (tx) => new LastStatement(tx.executeQuery(query)))
}

/**
 * Runs `work` in one transaction with the others that come at the same time, under the rules of `transact`. It locks
 * rows that no other work needs, such as those of its own order. If one of a group fails, all are rolled back and each
 * runs alone.
 */
export function transactTogether<T>(database: ShopDatabase, work: Work<T>): Promise<T> {
  if (database.engine === 'sqlite') return transact(database, work)
  return transactions.join(database, work)
}

async function workTogether(
  database: ShopDatabase,
  members: readonly GroupMember<Work<unknown>, unknown>[],
): Promise<void> {
  if (members.length > 1) {
    try {
      const answers = await transact(database, async (tx) => {
        LOCK_WAIT.execute(tx).catch(() => {}) // what is sent after it fails as well
        const works = await Promise.all(members.map(({ asked }) => asked(tx)))
        return new LastStatement(
          Promise.all(works.map((one) => (one instanceof LastStatement ? one.result : one))),
        )
      })
      for (const [at, { resolve }] of members.entries()) resolve(answers[at])
      return
    } catch (error) {
      if (!isStatementFailure(error)) {
        for (const { reject } of members) reject(error)
        return
      }
    }
  }
  await Promise.all(
    members.map(({ asked, resolve, reject }) => transact(database, asked).then(resolve, reject)),
  )
}

/** Whether a statement failed and not the database, so that nothing was written. */
export function isStatementFailure(error: unknown): boolean {
  const failure = classifyDatabaseFailure(error)
  return !(error instanceof OutcomeUnknownError) && (failure === null || failure === 'locked')
}
