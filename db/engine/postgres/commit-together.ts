import { sql, type CompiledQuery, type QueryResult } from 'kysely'
import { classifyDatabaseFailure, OutcomeUnknownError } from '#db/engine/database-failure.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { LastStatement, transact, transactAlone } from '#db/engine/transact.ts'

const MAX_GROUP_SIZE = 32
/** How long the next group waits for this one, whose connection may have been lost silently. */
const MAX_WAIT_MS = 100
/** How long a statement of a group may wait for a locked row, because the others wait with it. */
const LOCK_WAIT = sql`set local lock_timeout = '50ms'`

interface Member {
  query: CompiledQuery
  resolve(result: QueryResult<unknown>): void
  reject(error: unknown): void
}

const groups = new WeakMap<ShopDatabase, OpenGroup>()

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
  const group = groups.get(database) ?? new OpenGroup(database)
  groups.set(database, group)
  return (await group.join(query)) as QueryResult<Row>
}

/** Collects the writes of one turn of the event loop, or those that arrive while the last group commits. */
class OpenGroup {
  readonly #database: ShopDatabase
  #waiting: Member[] = []
  #isCommitting = false

  constructor(database: ShopDatabase) {
    this.#database = database
  }

  join(query: CompiledQuery): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject })
      if (!this.#isCommitting) void this.#commitAll()
    })
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const members = this.#waiting.splice(0, MAX_GROUP_SIZE)
      const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
      const timeout = setTimeout(end, MAX_WAIT_MS)
      void commitGroup(this.#database, members).then(end)
      await isDone
      clearTimeout(timeout)
    }
    this.#isCommitting = false
  }
}

async function commitGroup(database: ShopDatabase, members: readonly Member[]): Promise<void> {
  if (members.length > 1) {
    try {
      const results = await transact(database, async (tx) => {
        const locking = LOCK_WAIT.execute(tx)
        const writes = members.map(({ query }) => tx.executeQuery(query))
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

/** Whether one of the statements failed, so that nothing was written, and not the database. */
function isStatementFailure(error: unknown): boolean {
  const failure = classifyDatabaseFailure(error)
  return !(error instanceof OutcomeUnknownError) && (failure === null || failure === 'locked')
}

async function commitAlone({ db }: ShopDatabase, { query, resolve, reject }: Member): Promise<void> {
  await transactAlone(() => db.executeQuery(query)).then(resolve, reject)
}
