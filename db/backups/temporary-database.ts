import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { CopyRefused } from './database-copy.ts'
import { withPostgres } from './postgres-client.ts'

/** A database that does not exist yet, to rehearse a backup in. */
export interface TemporaryDatabase {
  location: DatabaseLocation
  remove(): Promise<void>
}

const NOT_ALLOWED = '42501'
const PREFIX = 'redemption_rehearsal_'

/**
 * A temporary database of the same engine as the shop's: a file in `folder`, which the caller deletes, or a new
 * database on the same server. Databases that a killed process left on the server are deleted. Throws CopyRefused when
 * the shop's account may not create one.
 */
export async function temporaryDatabase(shop: DatabaseLocation, folder: string): Promise<TemporaryDatabase> {
  if (shop.engine === 'sqlite') {
    const file = join(folder, 'rehearsal.db')
    return { location: { engine: 'sqlite', file, synchronous: 'off' }, remove: async () => {} }
  }
  const name = PREFIX + randomBytes(6).toString('hex')
  const drop = (database: string) =>
    withPostgres(
      shop.url,
      async (_client, query) => void (await query(`drop database if exists "${database}" with (force)`)),
    )
  for (const left of await leftDatabases(shop.url)) await drop(left)
  await withPostgres(
    shop.url,
    async (_client, query) => void (await query(`create database "${name}" template template0`)),
  ).catch((error: { code?: string }) => {
    if (error.code !== NOT_ALLOWED) throw error
    throw new CopyRefused(
      'The account of DATABASE_URL may not create a database, which rehearsing a backup needs: alter role ... createdb.',
    )
  })
  const url = new URL(shop.url)
  url.pathname = `/${name}`
  return { location: { engine: 'postgres', url: url.href }, remove: () => drop(name) }
}

function leftDatabases(url: string): Promise<string[]> {
  return withPostgres(url, async (_client, query) => {
    const rows = await query(
      `select datname from pg_database join pg_roles on pg_roles.oid = datdba
       where datname like '${PREFIX.replaceAll('_', String.raw`\_`)}%' and rolname = current_user`,
    )
    return rows.map(({ datname }) => String(datname))
  })
}
