import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { CopyRefused, type LoadOptions } from './database-copy.ts'
import { prepareRestored } from './prepare-restored.ts'
import { differingFigures, readFigures } from './figures.ts'
import { querySqlite, checkIntegrity } from './sqlite-copy.ts'

/** The suffixes of an SQLite database's files. A new database must not find the log of an old one. */
const FILE_SUFFIXES = ['', '-wal', '-shm']
const BUSY_TIMEOUT_MS = 50

/** Whether there is no file yet. Throws CopyRefused when a process has it open. */
export async function isSqliteUnused(file: string): Promise<boolean> {
  if (!existsSync(file)) return true
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    // Opens the file exclusively: this fails while another process uses its log.
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback')
  } catch (error) {
    if (!(error as Error).message.includes('locked')) return false
    throw new CopyRefused('The shop is running: stop it first.')
  } finally {
    database.close()
  }
  return false
}

/** Writes the file under a temporary name, checks and migrates it, and then renames it. */
export async function loadSqlite(
  location: Extract<DatabaseLocation, { engine: 'sqlite' }>,
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
  const { file } = location
  const draft = `${file}.restoring`
  const removeDraft = async () => {
    for (const ending of FILE_SUFFIXES) await rm(draft + ending, { force: true })
  }
  await removeDraft()
  try {
    if (typeof content === 'function') await content(draft)
    else await pipeline(content, createWriteStream(draft, { mode: 0o600 }))
    await checkFile(draft, figures, onCompared)
    await prepareRestored({ ...location, file: draft }, { keepsVersion, restoredAt, onMigrated })
    await sync(draft)
    await beforeUse()
    const movedTo = await moveAside(file, aside)
    await rename(draft, file)
    await sync(dirname(file))
    return movedTo
  } catch (error) {
    await removeDraft()
    throw error
  }
}

async function checkFile(
  file: string,
  expected: LoadOptions['figures'],
  onCompared: LoadOptions['onCompared'],
): Promise<void> {
  const database = new DatabaseSync(file)
  try {
    checkIntegrity(database)
    if (expected === null) return
    const found = await readFigures('sqlite', querySqlite(database), onCompared)
    const [difference] = differingFigures(expected, found)
    if (difference !== undefined)
      throw new CopyRefused(`The restored database is not the same. ${difference}.`)
  } finally {
    database.close()
  }
}

/** Moves the files of a database into a new folder beside it. Returns the folder; null when there was none. */
export async function moveAside(file: string, aside: string): Promise<string | null> {
  if (!existsSync(file)) return null
  const folder = join(dirname(file), aside)
  await mkdir(folder, { mode: 0o700 })
  for (const ending of FILE_SUFFIXES) {
    const path = file + ending
    if (existsSync(path)) await rename(path, join(folder, basename(path)))
  }
  return folder
}

async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return // folders cannot be opened there
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
