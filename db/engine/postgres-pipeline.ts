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

  /** The same transaction, in which statements that do not wait for each other are sent in one write. */
  pipelined(tx: Transaction<Database>): Transaction<Database> {
    const connection = tx.getExecutor().provideConnection(async (one) => one)
    let failure: unknown
    const executor = tx.getExecutor().withConnectionProvider({
      async provideConnection(statement) {
        try {
          return await statement(await connection)
        } catch (error) {
          // Statements behind a failed one fail too: the reason is the first.
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

/** Does not wait for the answer to BEGIN: it fails only with the connection, as every later statement then does. */
class PipelinedPostgresDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    super.beginTransaction(connection as never, settings).catch(() => {})
  }
}
