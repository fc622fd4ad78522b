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
    const executor = tx.getExecutor().withConnectionProvider({
      provideConnection: async (statement) => statement(await connection),
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
