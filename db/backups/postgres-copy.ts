import { queryPostgres } from './postgres-client.ts'
import type { DatabaseCopy } from './database-copy.ts'
import { readFigures, readPictureKeys, readSchemaName } from './figures.ts'
import { startPostgresTool } from './postgres-tool.ts'

/** Without owners, privileges and comments, which another account could not set when it restores. */
const AS_ANY_ACCOUNT = ['--no-owner', '--no-privileges', '--no-comments']

/**
 * Copies the database with pg_dump, in the snapshot of one transaction: the figures and the keys of the pictures are of
 * the same moment as the copy. The transaction stays open until the copy is closed.
 */
export async function copyPostgres(url: string): Promise<DatabaseCopy> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const query = queryPostgres(client)
    await query('begin isolation level repeatable read read only')
    const [row] = await query(
      `select pg_export_snapshot() as snapshot, pg_database_size(current_database()) as bytes,
         (select coalesce(sum(pg_table_size(oid)), 0) from pg_class
          where relkind = 'r' and relnamespace = current_schema()::regnamespace) as "contentBytes"`,
    )
    const snapshot = String(row?.['snapshot'])
    const figures = await readFigures('postgres', query)
    return {
      engine: 'postgres',
      schema: await readSchemaName(query),
      figures,
      pictureKeys: await readPictureKeys(query, figures),
      bytes: Number(row?.['bytes']),
      contentBytes: Number(row?.['contentBytes']),
      content: () => dump(url, snapshot),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Databases that were put aside by a restore (postgres-load.ts) are not part of the shop. */
async function* dump(url: string, snapshot: string): AsyncIterable<Uint8Array> {
  const tool = startPostgresTool('pg_dump', url, [
    '--format=custom',
    '--compress=0',
    `--snapshot=${snapshot}`,
    '--exclude-schema=replaced-*',
    ...AS_ANY_ACCOUNT,
  ])
  try {
    for await (const piece of tool.stdout) yield piece as Uint8Array
    await tool.ended
  } finally {
    tool.stop()
  }
}
