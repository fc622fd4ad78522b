import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

const CHANNEL = 'redemption_changes'
const RECONNECT_MS = 1_000

/** Marks our own announcements, so that this process does not hear itself. */
const ourselves = randomUUID()

/** Sends `topic` to every process that listens, when the transaction commits. */
export async function announceOnPostgres(db: Kysely<Database>, topic: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${`${ourselves} ${topic}`})`.execute(db)
}

/** Listens for what other processes announce, on a connection of its own that is opened again when it breaks. */
export function listenToPostgres(url: string, tell: (topic: string) => void): () => Promise<void> {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(missedSome: boolean): Promise<void> {
    client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    client.on('end', () => {
      if (!closed) retry = setTimeout(() => void connect(true), RECONNECT_MS)
    })
    client.on('notification', ({ payload = '' }) => {
      const space = payload.indexOf(' ')
      if (payload.slice(0, space) !== ourselves) tell(payload.slice(space + 1))
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      if (missedSome) tell('*')
    } catch {
      await client.end().catch(() => {})
    }
  }

  void connect(false)
  return async () => {
    closed = true
    clearTimeout(retry)
    await client?.end().catch(() => {})
  }
}
