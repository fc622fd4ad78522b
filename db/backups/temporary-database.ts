import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { CopyRefused } from './database-copy.ts'
import { withPostgres } from './postgres-client.ts'

/** A database that does not exist yet, to rehearse in. */
export interface TemporaryDatabase {
  location: DatabaseLocation
  remove(): Promise<void>
}

const NOT_ALLOWED = '42501'
/** What it is for: the beginning of its name on a server, and who reads why it cannot be made. */
export interface TemporaryUse {
  prefix: string
  what: string
}

const BACKUP: TemporaryUse = { prefix: 'redemption_rehearsal_', what: 'rehearsing a backup' }

/**
 * A temporary database of the same engine as the shop's: a file in `folder`, which the caller deletes, or a new
 * database on the same server. Databases that a killed process left on the server are deleted. Throws CopyRefused when
 * the shop's account may not create one.
 */
export async function temporaryDatabase(
  shop: DatabaseLocation,
  folder: string,
  use = BACKUP,
): Promise<TemporaryDatabase> {
  if (shop.engine === 'sqlite') {
    const file = join(folder, 'rehearsal.db')
    return { location: { engine: 'sqlite', file, synchronous: 'off' }, remove: async () => {} }
  }
  const name = use.prefix + randomBytes(6).toString('hex')
  await dropLeftDatabases(shop.url, use)
  await withPostgres(
    shop.url,
    async (_client, query) => void (await query(`create database "${name}" template template0`)),
  ).catch((error: { code?: string }) => {
    if (error.code !== NOT_ALLOWED) throw error
    throw new CopyRefused(
      `The account of DATABASE_URL may not create a database, which ${use.what} needs: alter role ... createdb.`,
    )
  })
  const url = new URL(shop.url)
  url.pathname = `/${name}`
  return { location: { engine: 'postgres', url: url.href }, remove: () => dropDatabase(shop.url, name) }
}

/** Deletes the databases of a use that killed processes left on the server. */
export async function dropLeftDatabases(url: string, { prefix }: TemporaryUse): Promise<void> {
  const left = await withPostgres(url, (_client, query) =>
    query(
      `select datname from pg_database join pg_roles on pg_roles.oid = datdba
       where datname like '${prefix.replaceAll('_', String.raw`\_`)}%' and rolname = current_user`,
    ),
  )
  for (const { datname } of left) await dropDatabase(url, String(datname))
}

async function dropDatabase(url: string, name: string): Promise<void> {
  await withPostgres(url, async (_client, query) => query(`drop database if exists "${name}" with (force)`))
}
