import { DatabaseSync } from 'node:sqlite'
import {
  Kysely,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import type { Database } from '#db/schema.ts'
import { isPostponed } from '#db/engine/postponed-writes.ts'
import { CachedStatements } from './cached-statements.ts'
import { GroupCommit } from './group-commit.ts'

/** Options of the SQLite file. `synchronous: 'off'` is for tests, where power loss does not matter. */
export interface SqliteOptions {
  file: string
  synchronous: 'full' | 'off'
}

/**
 * Kysely on Node's built-in SQLite: one connection for writes, one for reads. Reads outside a transaction never wait
 * for a writer and see committed data only; writers take turns and share one fsync when several are waiting
 * (group-commit.ts).
 */
export class SqliteDialect implements Dialect {
  readonly #driver: SqliteDriver

  constructor(options: SqliteOptions) {
    this.#driver = new SqliteDriver(options)
  }

  createDriver = () => this.#driver
  createQueryCompiler = () => new LocklessSqliteCompiler()
  createAdapter = () => new TransactionalSqliteAdapter()
  createIntrospector: Dialect['createIntrospector'] = (db) => new SqliteIntrospector(db)

  /** The database; close it with `close`. */
  open(): Kysely<Database> {
    const db = new Kysely<Database>({ dialect: this })
    executingBy(db.getExecutor(), (statement) => this.#driver.execute(statement))
    return db
  }

  close(): void {
    this.#driver.close()
  }

  /**
   * The same transaction without Kysely's queue of statements: each is executed at once. Statements after the end are
   * refused, because they would run outside a transaction.
   */
  async pipelined(tx: Transaction<Database>): Promise<Transaction<Database>> {
    const connection = await tx.getExecutor().provideConnection(async (one) => one as SqliteConnection)
    const { transaction } = connection
    const refuseLate = () => {
      if (transaction !== connection.transaction) throw new Error('The transaction is over')
    }
    const executor = tx.getExecutor().withConnectionProvider({
      async provideConnection(statement) {
        refuseLate()
        return statement(connection)
      },
    })
    executingBy(executor, async (statement) => {
      refuseLate()
      return connection.execute(statement)
    })
    return new Transaction({ config: { dialect: this }, dialect: this, driver: this.#driver, executor })
  }

  /** A number that changes when another process has committed to the file. */
  externalCommits(): number {
    return this.#driver.externalCommits()
  }

  /** The first number that a query returns; 0 when there is no such table. */
  number(sql: string): number {
    return this.#driver.number(sql)
  }
}

/**
 * Makes the executor run statements with `execute`: Kysely's own path to a connection, with logs and plugins that the
 * shop does not use, creates fifteen promises for each statement.
 */
function executingBy(
  executor: QueryExecutor,
  execute: (statement: CompiledQuery) => Promise<QueryResult<unknown>>,
): void {
  executor.executeQuery = execute as QueryExecutor['executeQuery']
}

/** Omits row locks: on SQLite writers take turns, so nothing changes what a transaction has read. */
class LocklessSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    const { endModifiers = [], ...rest } = node
    const written = endModifiers.filter(({ rawModifier }) => rawModifier !== undefined)
    super.visitSelectQuery(written.length > 0 ? { ...rest, endModifiers: written } : rest)
  }
}

/** The driver does the locking, and SQLite rolls back schema changes like any other change. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Short, because it blocks the whole process; group-commit.ts waits longer without blocking. */
const BUSY_TIMEOUT_MS = 50

/**
 * An order writes to some forty indexes, and SQLite's default of 2 MB holds too few of their pages. Allocated on
 * demand.
 */
const WRITER_CACHE_KIB = 8_192

class SqliteDriver implements Driver {
  readonly #writer: CachedStatements
  readonly #reader: CachedStatements
  readonly #commits: GroupCommit
  /** Kysely keeps every connection that it was given, so connections are reused. */
  readonly #free: SqliteConnection[] = []
  #isClosed = false

  constructor({ file, synchronous }: SqliteOptions) {
    const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    writer.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma foreign_keys = on`)
    // Deleted data is overwritten: an erased customer must not remain in the file, or in a copy of it.
    writer.exec('pragma secure_delete = on')
    // Each member of a group commit is a savepoint, whose journal would go through a temporary file.
    writer.exec(`pragma temp_store = memory; pragma cache_size = -${WRITER_CACHE_KIB}`)
    const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    reader.exec('pragma query_only = on')
    this.#writer = new CachedStatements(writer)
    this.#reader = new CachedStatements(reader)
    this.#commits = new GroupCommit(writer)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return this.#free.pop() ?? new SqliteConnection(this.#writer, this.#reader, this.#commits)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as SqliteConnection).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as SqliteConnection).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as SqliteConnection).rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#free.push(connection as SqliteConnection)
  }

  async destroy(): Promise<void> {
    this.close()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#commits.flush()
    this.#reader.close()
    this.#writer.close()
  }

  /** Runs a statement outside a transaction. */
  async execute(statement: CompiledQuery): Promise<QueryResult<unknown>> {
    const { sql, parameters, query } = statement
    if (SelectQueryNode.is(query)) return this.#reader.run(sql, parameters)
    const connection = await this.acquireConnection()
    try {
      return await connection.execute(statement)
    } finally {
      this.#free.push(connection)
    }
  }

  number(sql: string): number {
    try {
      return Number(Object.values(this.#reader.run(sql, []).rows[0] ?? {})[0] ?? 0)
    } catch {
      return 0
    }
  }

  externalCommits(): number {
    return Number(this.#writer.run('pragma data_version', []).rows[0]?.['data_version'])
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: CachedStatements
  readonly #reader: CachedStatements
  readonly #commits: GroupCommit
  /** The transaction that is open; null: none. */
  transaction: symbol | null = null

  constructor(writer: CachedStatements, reader: CachedStatements, commits: GroupCommit) {
    this.#writer = writer
    this.#reader = reader
    this.#commits = commits
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    return (await this.execute(statement)) as QueryResult<R>
  }

  async execute(statement: CompiledQuery): Promise<QueryResult<unknown>> {
    if (this.transaction !== null) return this.#write(statement)
    const { sql, parameters, query } = statement
    if (SelectQueryNode.is(query)) return this.#reader.run(sql, parameters)
    await this.begin({ isOneStatement: true })
    try {
      const result = this.#write(statement)
      await this.commit()
      return result
    } catch (error) {
      if (this.transaction !== null) this.rollback()
      throw error
    }
  }

  #write(statement: CompiledQuery): QueryResult<unknown> {
    const later = isPostponed(statement)
    if (later) {
      this.#commits.postpone(later)
      return { rows: [] }
    }
    const { sql, parameters } = statement
    return this.#commits.during(() => {
      this.#commits.catchUp(sql)
      return this.#writer.run(sql, parameters)
    })
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async begin(options?: { isOneStatement: boolean }): Promise<void> {
    await this.#commits.begin(options)
    this.transaction = Symbol('transaction')
  }

  async commit(): Promise<void> {
    this.transaction = null
    await this.#commits.commit()
  }

  rollback(): void {
    // A failed commit has ended the transaction already, and the next writer may have begun.
    if (this.transaction === null) return
    this.transaction = null
    this.#commits.rollback()
  }
}
