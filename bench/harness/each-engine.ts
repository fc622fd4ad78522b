import { startPostgres } from '#test/support/postgres/postgres-server.ts'

/** Runs a measurement on SQLite and on a durable PostgreSQL. `url` is undefined for SQLite. */
export async function onEachEngine<T>(
  ask: (engine: string, url: string | undefined) => Promise<T>,
): Promise<T[]> {
  const onSqlite = await ask('SQLite', undefined)
  const postgres = await startPostgres({ durable: true })
  try {
    return [onSqlite, await ask('PostgreSQL', postgres.url('postgres'))]
  } finally {
    await postgres.stop()
  }
}
