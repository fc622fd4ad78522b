import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { findImports } from '#db/import/imports.ts'
import { toImportId, type ImportId } from '#domain/ids.ts'
import type { ImportState } from '#domain/import/import.ts'
import { findPictureFile, indexPictureFiles, type PictureFiles } from '#domain/import/picture-files.ts'
import type { Shop } from '#operations/shop.ts'
import { limitedPicture, MAX_PICTURE_BYTES, PictureUnreachable } from './fetch-picture.ts'
import { TableFault } from './read-table.ts'

/** The largest ZIP file of pictures, and how many files one may have. */
export const MAX_ARCHIVE_BYTES = 2_000_000_000
const MAX_ENTRIES = 20_000
/** What is left for the shop on its disk. */
const SPARE_BYTES = 1_000_000_000
const DAY_MS = 24 * 3_600_000

/** What is said of a larger one. */
export const ARCHIVE_TOO_LARGE = `This file is larger than ${MAX_ARCHIVE_BYTES / 1_000_000_000} GB. Leave out some of the images, and import those products apart.`

/** States in which an import may still need its pictures. */
const NEEDED: ReadonlySet<ImportState> = new Set(['reading', 'ready', 'running', 'paused'])

type WithFolder = { settings: Pick<Shop['settings'], 'dataDir'> }

const folderOf = ({ settings: { dataDir } }: WithFolder) => join(dataDir, 'imports')
const fileOf = (shop: WithFolder, id: ImportId) => join(folderOf(shop), `${id}.zip`)

/** The pictures of a ZIP file. Each is read when it is needed, and none is ever unpacked to the disk. */
export class PictureArchive {
  readonly #zip: ZipFile
  readonly #files: PictureFiles<Entry>

  private constructor(zip: ZipFile, entries: readonly Entry[]) {
    this.#zip = zip
    this.#files = indexPictureFiles(entries.map((entry) => ({ name: entry.fileName, entry })))
  }

  /** Opens a ZIP file. Throws a TableFault. */
  static async open(path: string): Promise<PictureArchive> {
    const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: Error) => {
      throw faultOf(error)
    })
    try {
      if (zip.entryCount > MAX_ENTRIES)
        throw new TableFault(`This ZIP file has more than ${MAX_ENTRIES.toLocaleString('en')} files.`)
      const entries: Entry[] = []
      for await (const entry of zip.eachEntry()) entries.push(entry)
      return new PictureArchive(zip, entries)
    } catch (error) {
      zip.close()
      throw error instanceof TableFault ? error : faultOf(error as Error)
    }
  }

  /** How many files there are that may be pictures. */
  get count(): number {
    return this.#files.count
  }

  /** The file that an address or a name in a table means; null: none. */
  find(address: string): Entry | 'ambiguous' | null {
    return findPictureFile(this.#files, address)
  }

  /** Reads one of the files. Throws PictureUnreachable. */
  async read(entry: Entry): Promise<ReadableStream<Uint8Array>> {
    if (entry.uncompressedSize > MAX_PICTURE_BYTES) throw new PictureUnreachable('The image is too large.')
    if (!entry.canDecodeFileData())
      throw new PictureUnreachable('The image is encrypted in the ZIP file, or packed in an unusual way.')
    const damaged = 'The image is damaged in the ZIP file.'
    const stream = await this.#zip.openReadStreamPromise(entry).catch(() => {
      throw new PictureUnreachable(damaged)
    })
    return limitedPicture(stream, damaged)
  }

  close(): void {
    this.#zip.close()
  }
}

/** By what a file of a ZIP is remembered once it is stored: the same file is the same under another name, too. */
export function archivedAddress({ crc32, uncompressedSize }: Entry): string {
  return `zip:${crc32.toString(16).padStart(8, '0')}:${uncompressedSize}`
}

function faultOf(error: Error): TableFault {
  if (/invalid relative path|absolute path/i.test(error.message))
    return new TableFault('This ZIP file has a path that leads out of it, and is not opened.')
  return new TableFault('This is no ZIP file, or it is damaged.')
}

/**
 * Keeps the ZIP file with the pictures of an import, in place of another one, until it is done. `bytes`: how large it
 * says that it is. Returns how many files it has. Throws a TableFault.
 */
export async function keepArchive(
  shop: WithFolder,
  id: ImportId,
  { chunks, bytes }: { chunks: AsyncIterable<Uint8Array>; bytes: number },
): Promise<number> {
  const folder = folderOf(shop)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + SPARE_BYTES)
    throw new TableFault('There is too little room on the disk of the shop for this file.')
  const path = join(folder, `${id}.${randomUUID()}.part`)
  try {
    const file = await open(path, 'wx', 0o600)
    let received = 0
    try {
      for await (const chunk of chunks) {
        received += chunk.length
        if (received > MAX_ARCHIVE_BYTES) throw new TableFault(ARCHIVE_TOO_LARGE)
        await file.write(chunk)
      }
    } finally {
      await file.close()
    }
    const archive = await PictureArchive.open(path)
    const { count } = archive
    archive.close()
    if (count === 0) throw new TableFault('There are no files in this ZIP file.')
    await rename(path, fileOf(shop, id))
    return count
  } finally {
    await rm(path, { force: true })
  }
}

/** The pictures that were uploaded for an import; null: none. */
export async function openArchive(shop: WithFolder, id: ImportId): Promise<PictureArchive | null> {
  const path = fileOf(shop, id)
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere ? PictureArchive.open(path) : null
}

/** Deletes the pictures of an import that is done. */
export async function deleteArchive(shop: WithFolder, id: ImportId): Promise<void> {
  await rm(fileOf(shop, id), { force: true })
}

/** Deletes what was kept of uploads that broke off, and of imports that need it no more. */
export async function deleteOldArchives(shop: WithFolder & Pick<Shop, 'database' | 'now'>): Promise<void> {
  const folder = folderOf(shop)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const id = /^(.+)\.zip$/.exec(name)?.[1]
    if (id === undefined) {
      const kept = await stat(path).catch(() => null)
      if (kept !== null && kept.mtimeMs < shop.now() - DAY_MS) await rm(path, { force: true })
    } else {
      const [found] = await findImports(shop.database.db, { id: toImportId(id) })
      if (found === undefined || !NEEDED.has(found.state)) await rm(path, { force: true })
    }
  }
}
