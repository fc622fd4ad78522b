import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { makeBackup, type BackupOptions, type MadeBackup } from '#operations/backups/make-backup.ts'
import { chooseBackup } from '#operations/backups/list-backups.ts'
import { restoreDatabase } from '#operations/backups/restore-database.ts'
import { UNSEALED, type BackupSeal, type BackupStore } from '#providers/backups/backup-store.ts'
import { FolderBackups } from '#providers/backups/folder-backups.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import type { MovableStore } from '#providers/images/movable-store.ts'

/** A place for backups, and empty databases to restore them to. All of it is deleted at the end. */
export interface BackupDesk {
  folder: string
  /** The pictures of the shop. */
  images: ImageStore & MovableStore
  store: BackupStore
  backUp(changes?: Partial<BackupOptions>): Promise<MadeBackup>
  /** Restores the newest backup and returns where an earlier database is kept. */
  restore(
    to: DatabaseLocation,
    changes?: { replace?: boolean; seal?: BackupSeal; store?: BackupStore },
  ): Promise<string | null>
  /** A database that does not exist yet, on the engine of the test. */
  emptyPlace(): Promise<DatabaseLocation>
  close(): Promise<void>
}

export function openBackupDesk(location: () => DatabaseLocation, now: () => number): BackupDesk {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-backups-'))
  const store = new FolderBackups(join(folder, 'target'))
  const images = diskImages(join(folder, 'pictures'))
  const made: string[] = []
  const asAdmin = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  return {
    folder,
    images,
    store,
    backUp: (changes) =>
      makeBackup({
        location: location(),
        pictures: images,
        store,
        seal: UNSEALED,
        folder: join(folder, 'work'),
        shopVersion: '0.1.0',
        timeZone: 'America/Regina',
        now,
        onProgress: () => {},
        ...changes,
      }),
    async restore(to, { replace = false, seal = UNSEALED, store: from = store } = {}) {
      const manifest = await chooseBackup(from)
      const quiet = { now, onProgress: () => {}, beforeUse: async () => {} }
      return restoreDatabase({ location: to, manifest, store: from, seal, replace, ...quiet })
    },
    async emptyPlace() {
      const name = `restored_${randomBytes(6).toString('hex')}`
      if (location().engine === 'sqlite') {
        return { engine: 'sqlite', file: join(folder, `${name}.db`), synchronous: 'off' }
      }
      await asAdmin(`create database ${name} template template0`)
      made.push(name)
      const url = new URL(inject('postgresUrl'))
      url.pathname = `/${name}`
      return { engine: 'postgres', url: url.href }
    },
    async close() {
      await images.close()
      for (const name of made) await asAdmin(`drop database ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Pictures in a folder, without a worker: only masters are copied. */
export function diskImages(folder: string): DiskImages {
  return new DiskImages({ folder, workerFile: '' })
}
