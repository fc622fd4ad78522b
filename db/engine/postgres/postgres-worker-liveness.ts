import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { newWorkerNumber, WORKER_LIVENESS_LOCK } from '#db/engine/live-workers.ts'
import type { Database } from '#db/schema.ts'

const CHANNEL = 'redemption_changes'
const RECONNECT_MS = 1_000
/** After an outage of PostgreSQL, other processes need a moment to reconnect. */
const RECONNECT_GRACE_MS = 5_000
/** Marks our announcements, so that this process ignores them. */
const ourselves = randomUUID()

/** Sends `topic` to every listening process when the transaction commits. */
export async function announceOnPostgres(db: Kysely<Database>, topic: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${`${ourselves} ${topic}`})`.execute(db)
}

/** How a process shows that it is alive, and sees which others are, in a shared database. */
export interface WorkerLiveness {
  /** The number of this process; null while other processes cannot see that it is alive. */
  worker(): number | null
  /** Whether a process without a lock is dead, and not merely late. */
  canDetectDeadWorkers(): boolean
  end(): Promise<void>
}

/**
 * Listens for announcements of other processes, and holds the lock that shows that this one is alive: on a dedicated
 * connection that is reopened when it breaks.
 */
export function showWorkerLiveness(url: string, onTopic: (topic: string) => void): WorkerLiveness {
  const worker = newWorkerNumber()
  let ended = false
  let noted = false
  let judgesFrom = 0
  let wait = 0
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(missedSome: boolean): Promise<void> {
    client = new pg.Client({ connectionString: url, keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
    client.on('error', () => {})
    client.on('end', () => {
      noted = false
      if (!ended) retry = setTimeout(() => void connect(true), wait)
      wait = RECONNECT_MS
    })
    client.on('notification', ({ payload = '' }) => {
      const space = payload.indexOf(' ')
      if (payload.slice(0, space) !== ourselves) onTopic(payload.slice(space + 1))
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      if (missedSome) onTopic('*')
      await client.query('select pg_advisory_lock($1, $2)', [WORKER_LIVENESS_LOCK, worker])
      noted = true
      wait = 0
      judgesFrom = missedSome ? performance.now() + RECONNECT_GRACE_MS : 0
    } catch {
      await client.end().catch(() => {})
    }
  }

  void connect(false)
  return {
    worker: () => (noted ? worker : null),
    canDetectDeadWorkers: () => noted && performance.now() >= judgesFrom,
    async end() {
      ended = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
