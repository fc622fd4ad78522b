import { sql, type CompiledQuery, type QueryResult } from 'kysely'
import { classifyDatabaseFailure, OutcomeUnknownError } from '#db/engine/database-failure.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { OpenGroup, type GroupMember } from '#db/engine/postgres/open-group.ts'
import { LastStatement, transact, transactAlone } from '#db/engine/transact.ts'

const MAX_GROUP_SIZE = 32
/** How long the next group waits for this one, whose connection may have been lost silently. */
const MAX_WAIT_MS = 100
/** How long a statement of a group may wait for a locked row, because the others wait with it. */
export const LOCK_WAIT = sql`set local lock_timeout = '50ms'`

type Member = GroupMember<CompiledQuery, QueryResult<unknown>>

const groups = new WeakMap<ShopDatabase, OpenGroup<CompiledQuery, QueryResult<unknown>>>()

/**
 * Executes a single write atomically. On PostgreSQL, simultaneous writes are sent in one message and share one commit;
 * on SQLite all writers share their commits anyway. If one of a group fails, all are rolled back and each is executed
 * alone. Throws as `transact` does.
 */
export async function commitTogether<Row>(
  database: ShopDatabase,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  if (database.engine === 'sqlite') return database.db.executeQuery(query)
  const group =
    groups.get(database) ??
    new OpenGroup({ maxSize: MAX_GROUP_SIZE, maxWaitMs: MAX_WAIT_MS }, (members) =>
      commitGroup(database, members),
    )
  groups.set(database, group)
  return (await group.join(query)) as QueryResult<Row>
}

async function commitGroup(database: ShopDatabase, members: readonly Member[]): Promise<void> {
  if (members.length > 1) {
    try {
      const results = await transact(database, async (tx) => {
        const locking = LOCK_WAIT.execute(tx)
        const writes = members.map(({ asked }) => tx.executeQuery(asked))
        return new LastStatement(Promise.all([locking, ...writes]))
      })
      for (const [at, { resolve }] of members.entries()) resolve(results[at + 1]!)
      return
    } catch (error) {
      if (!isStatementFailure(error)) {
        for (const { reject } of members) reject(error)
        return
      }
    }
  }
  await Promise.all(members.map((member) => commitAlone(database, member)))
}

/** Whether a statement failed and not the database, so that nothing was written. */
export function isStatementFailure(error: unknown): boolean {
  const failure = classifyDatabaseFailure(error)
  return !(error instanceof OutcomeUnknownError) && (failure === null || failure === 'locked')
}

async function commitAlone({ db }: ShopDatabase, { asked, resolve, reject }: Member): Promise<void> {
  await transactAlone(() => db.executeQuery(asked)).then(resolve, reject)
}
