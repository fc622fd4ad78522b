import {
  PostgresDialect,
  PostgresDriver,
  Transaction,
  type DatabaseConnection,
  type Driver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely'
import type { Database } from '#db/schema.ts'

const IN_FAILED_TRANSACTION = '25P02'

/** PostgreSQL whose transactions send BEGIN together with their first statement. */
export class PipelinedPostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new PipelinedPostgresDriver({ pool: this.#pool })
  }

  /**
   * The same transaction, in which statements that do not wait for each other are sent in one write: each is sent when
   * it is executed. Statements after the commit are refused: they would run outside a transaction, or in the next one
   * of the connection.
   */
  async pipelined(tx: Transaction<Database>): Promise<Transaction<Database>> {
    const connection = await tx.getExecutor().provideConnection(async (one) => one)
    const transaction = transactions.get(connection)
    let failure: unknown
    const executor = tx.getExecutor().withConnectionProvider({
      async provideConnection(statement) {
        if (transaction !== transactions.get(connection)) throw new Error('The transaction is over')
        try {
          return await statement(connection)
        } catch (error) {
          // Statements after a failed one fail too: the first failure is the reason.
          const isConsequence = (error as { code?: string }).code === IN_FAILED_TRANSACTION
          failure = isConsequence ? (failure ?? error) : error
          throw failure
        }
      },
    })
    return new Transaction({
      config: { dialect: this },
      dialect: this,
      driver: this.createDriver(),
      executor,
    })
  }
}

/** The transaction that is open on a connection. */
const transactions = new WeakMap<DatabaseConnection, symbol>()

class PipelinedPostgresDriver extends PostgresDriver {
  /** Does not wait for the answer to BEGIN: it fails only with the connection, as every later statement then does. */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    transactions.set(connection, Symbol('transaction'))
    super.beginTransaction(connection as never, settings).catch(() => {})
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    transactions.delete(connection)
    await super.commitTransaction(connection as never)
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    transactions.delete(connection)
    await super.rollbackTransaction(connection as never)
  }
}
