import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import { CopyRefused } from './database-copy.ts'
import type { RunQuery } from './figures.ts'

const POLL_INTERVAL_MS = 50
const OTHER_SESSIONS = `select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`

/** Connects to a database while `work` runs. */
export async function withPostgres<T>(
  url: string,
  work: (client: Client, query: RunQuery) => Promise<T>,
): Promise<T> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client, queryPostgres(client))
  } finally {
    await client.end()
  }
}

/** Runs queries on a PostgreSQL database. */
export function queryPostgres(client: Client): RunQuery {
  return async (sql) => (await client.query<Record<string, unknown>>(sql)).rows
}

/** Refuses a database to which other programs stay connected for `waitMs`, as an open shop does. */
export async function refuseOtherSessions(query: RunQuery, waitMs: number, words: string): Promise<void> {
  const until = performance.now() + waitMs
  while ((await query(OTHER_SESSIONS)).length > 0) {
    if (performance.now() > until) throw new CopyRefused(words)
    await setTimeout(POLL_INTERVAL_MS)
  }
}
