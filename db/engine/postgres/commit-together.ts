import { sql, type CompiledQuery, type QueryResult } from 'kysely'
import { classifyDatabaseFailure, OutcomeUnknownError } from '#db/engine/database-failure.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { LastStatement, transact, transactAlone } from '#db/engine/transact.ts'

const MOST_IN_A_GROUP = 32
/** How long a group may keep the next one waiting: its connection may be lost without a word. */
const LONGEST_WAIT_MS = 100
/** How long a statement of a group may wait for a locked row, because the others wait with it. */
const LOCK_WAIT = sql`set local lock_timeout = '50ms'`

interface Member {
  query: CompiledQuery
  resolve(result: QueryResult<unknown>): void
  reject(error: unknown): void
}

const groups = new WeakMap<ShopDatabase, OpenGroup>()

/**
 * Carries out a single write, as a transaction of its own to all who see it. On PostgreSQL simultaneous ones leave in
 * one message, and one commit makes all of them durable; on SQLite all writers share their commits anyway. If one
 * fails, each is done again alone. Throws as `transact` does.
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

/** The writes that came while the last group was under way, or in the same turn of the event loop. */
class OpenGroup {
  readonly #database: ShopDatabase
  #waiting: Member[] = []
  #isUnderWay = false

  constructor(database: ShopDatabase) {
    this.#database = database
  }

  join(query: CompiledQuery): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject })
      if (!this.#isUnderWay) void this.#commitAll()
    })
  }

  async #commitAll(): Promise<void> {
    this.#isUnderWay = true
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const members = this.#waiting.splice(0, MOST_IN_A_GROUP)
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
      const patience = setTimeout(end, LONGEST_WAIT_MS)
      void commitGroup(this.#database, members).then(end)
      await isOver
      clearTimeout(patience)
    }
    this.#isUnderWay = false
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
      if (!isOfOneMember(error)) {
        for (const { reject } of members) reject(error)
        return
      }
    }
  }
  await Promise.all(members.map((member) => commitAlone(database, member)))
}

/** Whether the database works: nothing was written, because of one of the statements. */
function isOfOneMember(error: unknown): boolean {
  const failure = classifyDatabaseFailure(error)
  return !(error instanceof OutcomeUnknownError) && (failure === null || failure === 'locked')
}

async function commitAlone({ db }: ShopDatabase, { query, resolve, reject }: Member): Promise<void> {
  await transactAlone(() => db.executeQuery(query)).then(resolve, reject)
}
