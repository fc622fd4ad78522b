import { Kysely, type PostgresPool, type Transaction } from 'kysely'
import { countAnnouncement, externalChanges } from './external-changes.ts'
import { newWorkerNumber } from './live-workers.ts'
import type { WorkerLiveness } from '#db/engine/postgres/postgres-worker-liveness.ts'
import type { Engine } from './engine.ts'
import { PipelinedPostgresDialect } from '#db/engine/postgres/postgres-pipeline.ts'
import { openPostgresPool } from '#db/engine/postgres/postgres-pool.ts'
import type { Database } from '#db/schema.ts'
import { SqliteDialect, type SqliteOptions } from './sqlite-dialect.ts'

/** `pool`, `showLiveness`: use connections that are already open instead of new ones. */
type PostgresOptions = { url: string; pool?: PostgresPool; showLiveness?: ShowLiveness }

/** Shows other processes that this one is alive, and calls back with the topics that they announce. */
export type ShowLiveness = (url: string, onTopic: (topic: string) => void) => WorkerLiveness

export type DatabaseLocation =
  | ({ engine: 'sqlite' } & SqliteOptions)
  | ({ engine: 'postgres' } & PostgresOptions)

/**
 * An open database. `onForeignChange` shows other processes that this one is alive, and calls back with their changes,
 * until `close`.
 */
export interface ShopDatabase {
  engine: Engine
  db: Kysely<Database>
  /** The same transaction, in which statements that do not wait for each other are sent together where that helps. */
  pipelined(tx: Transaction<Database>): Promise<Transaction<Database>>
  /**
   * A random number that identifies this process (`outbox.leased_by`); null while other processes cannot see that it is
   * alive.
   */
  worker(): number | null
  /** Whether this process can tell which other processes are alive. */
  canDetectDeadWorkers(): boolean
  /** Notifies the other processes of this shop; inside a transaction, when it commits. */
  announce(topic: string, db?: Kysely<Database>): Promise<void>
  /** Calls back with a topic that another process announced; `*` when the topic is unknown. */
  onForeignChange(onTopic: (topic: string) => void): void
  close(): Promise<void>
}

const FOREIGN_COMMIT_CHECK_MS = 1_000

/** Opens the database without changing it; `migrate` comes next. Throws the driver's error when it cannot be opened. */
export async function openDatabase(location: DatabaseLocation): Promise<ShopDatabase> {
  return location.engine === 'sqlite' ? openSqlite(location) : openPostgres(location)
}

function openSqlite(options: SqliteOptions): ShopDatabase {
  const dialect = new SqliteDialect(options)
  const db = dialect.open()
  const worker = newWorkerNumber()
  const listeners: ((topic: string) => void)[] = []
  let timer: NodeJS.Timeout | undefined
  return {
    engine: 'sqlite',
    db,
    pipelined: (tx) => dialect.pipelined(tx),
    worker: () => worker,
    canDetectDeadWorkers: () => false,
    announce: (_topic, within = db) => countAnnouncement(within),
    onForeignChange(tell) {
      listeners.push(tell)
      const changes = externalChanges(dialect)
      timer ??= setInterval(() => {
        if (changes.haveCome()) for (const listener of listeners) listener('*')
      }, FOREIGN_COMMIT_CHECK_MS)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      dialect.close()
    },
  }
}

async function openPostgres({ url, pool, showLiveness }: PostgresOptions): Promise<ShopDatabase> {
  const { default: pg } = await import('pg')
  const { showWorkerLiveness, announceOnPostgres } =
    await import('#db/engine/postgres/postgres-worker-liveness.ts')
  const INT8 = 20
  pg.types.setTypeParser(INT8, Number)
  const dialect = new PipelinedPostgresDialect(pool ?? (await openPostgresPool(url)))
  const db = new Kysely<Database>({ dialect })
  const show = showLiveness ?? showWorkerLiveness
  const listeners: ((topic: string) => void)[] = []
  let liveness: WorkerLiveness | undefined
  return {
    engine: 'postgres',
    db,
    pipelined: (tx) => dialect.pipelined(tx),
    worker: () => liveness?.worker() ?? null,
    canDetectDeadWorkers: () => liveness?.canDetectDeadWorkers() ?? false,
    announce: (topic, within = db) => announceOnPostgres(within, topic),
    onForeignChange(tell) {
      listeners.push(tell)
      liveness ??= show(url, (topic) => {
        for (const listener of listeners) listener(topic)
      })
    },
    async close() {
      await liveness?.end()
      await db.destroy()
    },
  }
}
