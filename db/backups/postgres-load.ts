import { pipeline } from 'node:stream/promises'
import { CopyRefused, type LoadOptions } from './database-copy.ts'
import { prepareRestored } from './prepare-restored.ts'
import { differingFigures, readFigures, type RunQuery } from './figures.ts'
import { refuseOtherSessions, withPostgres } from './postgres-client.ts'
import { startPostgresTool } from './postgres-tool.ts'

/** The server lists a session for a moment after its client has closed it, such as that of this command itself. */
const SESSION_CLOSE_MS = 5_000

/** Whether the database has no tables yet. Throws CopyRefused when the shop has it open. */
export async function isPostgresUnused(url: string): Promise<boolean> {
  return withPostgres(url, async (_client, query) => {
    await refuseOtherSessions(
      query,
      SESSION_CLOSE_MS,
      'Other programs are connected to the database: stop the shop first.',
    )
    return !(await hasTables(query))
  })
}

/**
 * Restores a dump with pg_restore in one transaction, compares it and migrates it. The replaced database becomes a
 * schema with another name; if anything fails, it gets its name back.
 */
export async function loadPostgres(
  url: string,
  {
    content,
    figures,
    keepsVersion = false,
    aside,
    restoredAt,
    beforeUse,
    onCompared,
    onMigrated,
  }: LoadOptions,
): Promise<string | null> {
  if (typeof content === 'function') throw new CopyRefused('A file cannot become a PostgreSQL database.')
  const wasUsed = await withPostgres(url, async (_client, query) => {
    if (!(await hasTables(query))) return false
    await moveAside(query, aside)
    return true
  })
  try {
    await restore(url, content)
    await withPostgres(url, async (_client, query) => {
      if (figures === null) return
      const [difference] = differingFigures(figures, await readFigures('postgres', query, onCompared))
      if (difference !== undefined)
        throw new CopyRefused(`The restored database is not the same. ${difference}.`)
    })
    await prepareRestored({ engine: 'postgres', url }, { keepsVersion, restoredAt, onMigrated })
    await beforeUse()
  } catch (error) {
    await withPostgres(url, (_client, query) => (wasUsed ? putBack(query, aside) : empty(query)))
    throw error
  }
  return wasUsed ? `the schema "${aside}" of the database` : null
}

async function restore(url: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const tool = startPostgresTool('pg_restore', url, [
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--single-transaction',
  ])
  tool.stdout.resume()
  const sent = pipeline(content, tool.stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error // the tool has ended, and `ended` has the reason
  })
  try {
    await sent
    await tool.ended
  } finally {
    tool.stop()
  }
}

async function hasTables(query: RunQuery): Promise<boolean> {
  return (await query('select 1 from pg_tables where schemaname = current_schema() limit 1')).length > 0
}

/** The search extension stays in the schema where the restored tables expect it. */
async function moveAside(query: RunQuery, aside: string): Promise<void> {
  await query(
    `begin; alter schema public rename to "${aside}"; create schema public;
     alter extension pg_trgm set schema public; commit`,
  )
}

async function putBack(query: RunQuery, aside: string): Promise<void> {
  await query(
    `begin; alter extension pg_trgm set schema "${aside}"; drop schema public cascade;
     alter schema "${aside}" rename to public; commit`,
  )
}

async function empty(query: RunQuery): Promise<void> {
  await query('begin; drop schema public cascade; create schema public; commit')
}
