import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config } from '#config'
import { classifyDatabaseFailure } from './db/engine/database-failure.ts'
import type { DatabaseLocation } from './db/engine/open-database.ts'
import { certificateFault } from './providers/certificate/certificate-fault.ts'
import type { Log } from '#operations/shop.ts'

const FOR_OTHERS = 0o077
const FOLDER_MODE = 0o700

/** SQLite in the data folder, unless DATABASE_URL names a PostgreSQL. */
export function databaseLocation({ databaseUrl, dataDir }: Config): DatabaseLocation {
  if (databaseUrl !== null) return { engine: 'postgres', url: databaseUrl }
  return { engine: 'sqlite', file: join(dataDir, 'shop.db'), synchronous: 'full' }
}

/** Why the database cannot be opened, as a sentence for the operator; null when the error is not about that. */
export function databaseFault(error: unknown): string | null {
  const failure = classifyDatabaseFailure(error)
  if (failure === 'locked') return 'The database is locked by another program.'
  if (failure === 'read-only') return 'The database cannot be written to: DATA_DIR is read-only.'
  if (failure === 'full') return 'The disk is full: the database cannot be written to.'
  if (failure === 'unreachable') return 'The database that DATABASE_URL names cannot be reached.'
  const untrusted = certificateFault(String((error as NodeJS.ErrnoException).code))
  return untrusted && `The server that DATABASE_URL names ${untrusted}`
}

/**
 * Makes sure that the data folder exists, is writable, and can be read only by the account that runs the shop. Files
 * that other accounts could read, from earlier versions, are made private, with a log entry. Throws ConfigError.
 */
export function openDataFolder(folder: string, log: Pick<Log, 'info'>): void {
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  } catch {
    throw notWritable(folder)
  }
  refuseForeignFolder(folder)
  if (process.getuid === undefined) return // Windows has no such modes
  const { mode } = statSync(folder)
  // The folder itself comes last: when this is interrupted, the next start repeats it.
  const closed = closeEntries(folder) + (isOpen(mode) ? close(folder, mode) : 0)
  if (closed > 0) log.info('Files that other accounts could read are now private', { closed })
}

/** Throws ConfigError for a data folder that this account does not own or cannot write to. */
export function refuseForeignFolder(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw notWritable(folder)
  }
  const account = process.getuid?.()
  const { uid: owner } = statSync(folder)
  if (account !== undefined && owner !== account) {
    throw new ConfigError(
      `DATA_DIR ${folder} belongs to another account (number ${owner}, and this is ${account}): run the shop as that account, or give it its own folder.`,
    )
  }
}

function notWritable(folder: string): ConfigError {
  return new ConfigError(`DATA_DIR ${folder} cannot be written to.`)
}

/**
 * Files in a folder that was already private cannot be reached from outside, so such folders are not searched: the
 * start stays fast with many pictures. Links are not followed.
 */
function closeEntries(folder: string): number {
  let closed = 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry === undefined || !isOpen(entry.mode)) continue
    if (entry.isDirectory()) closed += closeEntries(path) + close(path, entry.mode)
    else if (entry.isFile()) closed += close(path, entry.mode)
  }
  return closed
}

function isOpen(mode: number): boolean {
  return (mode & FOR_OTHERS) !== 0
}

/** Returns how many were made private: none when the file has disappeared, like another process's temporary file. */
function close(path: string, mode: number): 0 | 1 {
  try {
    chmodSync(path, mode & 0o7777 & ~FOR_OTHERS)
    return 1
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return 0
    if (code === 'EPERM') {
      throw new ConfigError(`${path} belongs to another account, and others can read it: change its owner.`)
    }
    throw error
  }
}
