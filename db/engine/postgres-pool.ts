import type { PostgresPool } from 'kysely'
import type { PoolClient } from 'pg'
import { DatabaseBusyError } from './database-failure.ts'

/** How many connections one process has. More make PostgreSQL no quicker, and it has a hundred for everybody. */
export const POOL_SIZE = 12
/** How long a new connection may take. */
const CONNECT_MS = 10_000
/** How long to wait for one of the connections that others are using. */
const TURN_MS = 30_000

/**
 * The connections of this process. A new one that does not come about has failed; waiting while all of them are at work
 * is no failure, and ends in DatabaseBusyError after half a minute.
 */
export async function openPostgresPool(url: string): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  // The pool's own time-out counts both: this one is only about connecting.
  class ShopClient extends pg.Client {
    constructor(options: ConstructorParameters<typeof pg.Client>[0]) {
      super({ ...(options as object), connectionTimeoutMillis: CONNECT_MS })
    }
  }
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, Client: ShopClient as never })
  // One that is lost while it is in use tells its query as well; unheard, its event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {}) // an idle connection was lost; the next query opens another and reports what is wrong
  return {
    options: pool.options,
    connect: () => withPatience(pool.connect(), TURN_MS),
    end: () => pool.end(),
  }
}

function withPatience(turn: Promise<PoolClient>, milliseconds: number): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      reject(new DatabaseBusyError())
    }, milliseconds)
    turn.then(
      (client) => {
        clearTimeout(timer)
        if (isOver) client.release()
        else resolve(client)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error as Error)
      },
    )
  })
}
