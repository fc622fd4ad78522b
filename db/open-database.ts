import { randomInt } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import type { Engine } from './engine.ts'
import { openPostgresPool } from './postgres-pool.ts'
import type { Database } from './schema.ts'
import { SqliteDialect, type SqliteOptions } from './sqlite-dialect.ts'

/** Where the shop keeps its data. */
export type DatabaseLocation = ({ engine: 'sqlite' } & SqliteOptions) | { engine: 'postgres'; url: string }

/**
 * An open database. `onForeignChange` says to other processes that this one lives, and calls back with what they
 * changed; both end with `close`.
 */
export interface ShopDatabase {
  engine: Engine
  db: Kysely<Database>
  /**
   * A random number that names this process (`outbox.leased_by`); null while no other process can tell that it lives.
   */
  worker(): number | null
  /** Whether this process can tell which others live. */
  knowsWhoLives(): boolean
  /** Tells the other processes of this shop, once the transaction that `db` may be in has committed. */
  announce(topic: string, db?: Kysely<Database>): Promise<void>
  /** Calls back with what another process announced; `*` when it could have been anything. */
  onForeignChange(tell: (topic: string) => void): void
  close(): Promise<void>
}

const FOREIGN_COMMIT_CHECK_MS = 1_000

/** Opens the database without changing it: `migrate` comes next. Throws the driver's error when it cannot be opened. */
export async function openDatabase(location: DatabaseLocation): Promise<ShopDatabase> {
  return location.engine === 'sqlite' ? openSqlite(location) : openPostgres(location.url)
}

function openSqlite(options: SqliteOptions): ShopDatabase {
  const dialect = new SqliteDialect(options)
  const db = new Kysely<Database>({ dialect })
  const worker = newWorker()
  let timer: NodeJS.Timeout | undefined
  return {
    engine: 'sqlite',
    db,
    worker: () => worker,
    knowsWhoLives: () => false,
    announce: async () => {},
    onForeignChange(tell) {
      let seen = dialect.foreignCommits()
      timer = setInterval(() => {
        const now = dialect.foreignCommits()
        if (now !== seen) tell('*')
        seen = now
      }, FOREIGN_COMMIT_CHECK_MS)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await db.destroy()
    },
  }
}

async function openPostgres(url: string): Promise<ShopDatabase> {
  const { default: pg } = await import('pg')
  const { attendPostgres, announceOnPostgres } = await import('./postgres-attendance.ts')
  const INT8 = 20
  pg.types.setTypeParser(INT8, Number)
  const pool = await openPostgresPool(url)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const worker = newWorker()
  let attendance: ReturnType<typeof attendPostgres> | undefined
  return {
    engine: 'postgres',
    db,
    worker: () => (attendance?.isNoted() ? worker : null),
    knowsWhoLives: () => attendance?.knowsWhoLives() ?? false,
    announce: (topic, within = db) => announceOnPostgres(within, topic),
    onForeignChange(tell) {
      attendance = attendPostgres(url, worker, tell)
    },
    async close() {
      await attendance?.end()
      await db.destroy()
    },
  }
}

function newWorker(): number {
  return randomInt(1, 2 ** 31)
}
