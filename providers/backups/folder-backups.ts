import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, writeSynced } from '#providers/images/picture-files.ts'
import { BackupUnusable, type BackupStore } from './backup-store.ts'

const UNFINISHED = '.part'
const PRIVATE = 0o700

/** Completes the sentence that begins with the folder. */
const WORDS: Record<string, string> = {
  ENOSPC: 'is full.',
  EDQUOT: 'is full: the quota of this account is used up.',
  EACCES: 'may not be written to by this account.',
  EPERM: 'may not be written to by this account.',
  EROFS: 'is read-only.',
  ENOTDIR: 'is not a folder.',
  EEXIST: 'is not a folder.',
  EIO: 'cannot be written to: its disk reports an error.',
}

/** Backups in a folder of this machine, or of a disk that is mounted. Only the shop's account can read them. */
export class FolderBackups implements BackupStore {
  readonly address: string

  constructor(folder: string) {
    this.address = folder
  }

  async list(prefix: string): Promise<string[]> {
    const names = await this.#filesBelow(prefix)
    return names.filter((name) => !name.endsWith(UNFINISHED))
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#write(name, bytes).catch((error: NodeJS.ErrnoException) => {
      const words = WORDS[error.code ?? '']
      throw words === undefined ? error : new BackupUnusable(`${this.address} ${words}`)
    })
  }

  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const file = join(this.address, name)
    const folder = dirname(file)
    await mkdir(folder, { recursive: true, mode: PRIVATE })
    const draft = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`
    try {
      await writeSynced(draft, bytes)
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(folder)
  }

  async read(name: string): Promise<Uint8Array | null> {
    return readFile(join(this.address, name)).catch(unlessMissing(null))
  }

  async delete(name: string): Promise<void> {
    const file = join(this.address, name)
    await rm(file, { force: true })
    await rmdir(dirname(file)).catch(() => {}) // fails unless this was its last file
  }

  async removeUnfinished(): Promise<void> {
    for (const name of await this.#filesBelow('')) {
      if (name.endsWith(UNFINISHED)) await rm(join(this.address, name), { force: true })
    }
  }

  async #filesBelow(prefix: string): Promise<string[]> {
    const entries = await readdir(join(this.address, prefix), { withFileTypes: true }).catch(
      unlessMissing([]),
    )
    const found: string[] = []
    for (const entry of entries) {
      if (entry.isFile()) found.push(prefix + entry.name)
      else if (entry.isDirectory()) found.push(...(await this.#filesBelow(`${prefix}${entry.name}/`)))
    }
    return found
  }
}

function unlessMissing<T>(otherwise: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return otherwise
    throw error
  }
}
