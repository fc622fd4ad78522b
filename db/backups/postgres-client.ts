import type { Client } from 'pg'
import type { RunQuery } from './figures.ts'

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
