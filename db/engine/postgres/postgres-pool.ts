import type { Socket } from 'node:net'
import type { PostgresPool } from 'kysely'
import type { PoolClient } from 'pg'
import { DatabaseBusyError } from '#db/engine/database-failure.ts'
import { prepareUnderNewName, isNotPrepared, isStalePlan, preparedName } from './prepared-names.ts'

/** Connections of one process. More do not make PostgreSQL faster, and by default it has a hundred for all clients. */
export const POOL_SIZE = 12
/** How long a new connection may take. */
const CONNECT_TIMEOUT_MS = 10_000
const OUTSIDE_TRANSACTION = 'I'
/**
 * After this many statements a connection plans its prepared ones again, and then each time the number has doubled:
 * plans made for the empty tables of a new shop scan whole tables.
 */
const FIRST_NEW_PLANS = 128
/** How long to wait for a free connection. */
const POOL_WAIT_MS = 30_000

/**
 * The connection pool of this process. Failing to connect is an error; waiting while all connections are in use is not,
 * and ends in DatabaseBusyError after half a minute.
 */
export async function openPostgresPool(url: string): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  class ShopClient extends pg.Client {
    constructor(options: ConstructorParameters<typeof pg.Client>[0]) {
      // The pool's timeout covers waiting and connecting; this one covers connecting only.
      super({ ...(options as object), connectionTimeoutMillis: CONNECT_TIMEOUT_MS, pipeline: true })
      const { connection } = this as unknown as { connection: Wire }
      writeOncePerTurn(connection)
      const query = this.query.bind(this) as (query: unknown, values?: unknown) => Promise<unknown>
      let runs = 0
      let newPlansAt = FIRST_NEW_PLANS
      this.query = ((text: string, values?: unknown[]) => {
        const name = preparedName(text)
        runs += 1
        if (runs === newPlansAt) {
          newPlansAt *= 2
          query('discard plans').catch(() => {}) // refused after a failed statement
        }
        // All failures take the same path, so that they are reported in the order in which they occur.
        return query(name === undefined ? text : { name, text }, values).catch((error: unknown) => {
          if (name === undefined || !isStalePlan(error)) throw error
          // It was sent twice after a failed statement, and the first of the two should have prepared it.
          if (isNotPrepared(error) && !(name in connection.parsedStatements)) throw error
          prepareUnderNewName(text, name, error)
          if (this.getTransactionStatus() !== OUTSIDE_TRANSACTION) throw error
          return query(text, values)
        })
      }) as never
    }
  }
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, Client: ShopClient as never })
  // A connection lost in use also rejects its query; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {}) // an idle connection was lost; the next query opens another and reports errors
  return {
    options: pool.options,
    connect: () => withTimeout(pool.connect(), POOL_WAIT_MS),
    end: () => pool.end(),
  }
}

/**
 * The parts of the driver's connection that are used here. `parsedStatements`: the statements that the server has
 * prepared, by name.
 */
interface Wire {
  stream: Socket
  parsedStatements: Record<string, string>
}

/**
 * Sends the messages of one turn of the event loop in one write: a write costs more than building a message, and a
 * query takes five. pg sends all messages through `_send`.
 */
function writeOncePerTurn(wire: Pick<Wire, 'stream'>): void {
  let messages: Buffer[] = []
  const write = () => {
    wire.stream.write(Buffer.concat(messages))
    messages = []
  }
  const send = (message: Buffer) => {
    if (!wire.stream.writable) return false
    if (messages.length === 0) process.nextTick(write)
    messages.push(message)
    return true
  }
  Object.assign(wire, { _send: send })
}

function withTimeout(connecting: Promise<PoolClient>, milliseconds: number): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      reject(new DatabaseBusyError())
    }, milliseconds)
    connecting.then(
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
