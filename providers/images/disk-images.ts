import { randomUUID } from 'node:crypto'
import { access, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type ImageStore,
  type KeptPicture,
  type PictureFormat,
  type PictureList,
  type PictureRefusal,
  type PictureWidth,
  type StoredPicture,
} from './image-store.ts'
import { findMaster, isPictureKey, widthFile } from './picture-files.ts'
import type { PictureResult } from './picture-job.ts'
import { PictureProcess, type PictureProcessOptions } from './picture-process.ts'
import { PictureQueue } from './picture-queue.ts'
import { keepPicture, listPictures, removePicture, removeUnfinished } from './picture-retention.ts'

/** The largest upload, in bytes. */
const MOST_BYTES = 25_000_000

/** The folder of the pictures, and the settings of the worker process. */
export interface DiskImagesOptions extends PictureProcessOptions {
  folder: string
}

/** Pictures in a folder. They are made in a separate process (picture-worker.ts), so that this one stays small. */
export class DiskImages implements ImageStore {
  readonly #folder: string
  readonly #process: PictureProcess
  readonly #queue: PictureQueue

  constructor({ folder, ...options }: DiskImagesOptions) {
    this.#folder = folder
    this.#process = new PictureProcess(options)
    this.#queue = new PictureQueue(this.#process)
  }

  async store(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredPicture | PictureRefusal> {
    await mkdir(this.#folder, { recursive: true })
    const upload = join(this.#folder, `${randomUUID()}.upload`)
    try {
      const isShort = await writeUpTo(upload, content instanceof Uint8Array ? [content] : content)
      if (!isShort) return { kind: 'too-many-bytes', limit: MOST_BYTES }
      const result = await this.#queue.now(upload, { kind: 'store', upload, folder: this.#folder })
      if (result.kind === 'worker-died') return { kind: 'not-a-picture' } // it could not be displayed either
      if (result.kind === 'failed' || result.kind === 'made') throw unexpected(result)
      if (result.kind !== 'stored') return result
      await this.#makeAllLater(result.picture)
      return result.picture
    } finally {
      await rm(upload, { force: true })
    }
  }

  url(key: string, width: PictureWidth, format: PictureFormat): string {
    return `/pictures/${key}-${width}.${format}`
  }

  widthsFor(width: number): PictureWidth[] {
    return PICTURE_WIDTHS.filter((candidate, index) => index === 0 || candidate <= width)
  }

  async file(key: string, width: PictureWidth, format: PictureFormat): Promise<string | null> {
    if (!isPictureKey(key) || !PICTURE_WIDTHS.includes(width) || !PICTURE_FORMATS.includes(format))
      return null
    const output = widthFile(this.#folder, key, width, format)
    if (await isThere(output)) return output
    const master = await findMaster(this.#folder, key)
    if (master === null || !this.widthsFor(master.width).includes(width)) return null
    const job = { kind: 'make', master: master.file, output, width, format } as const
    const result = await this.#queue.now(output, job)
    if (result.kind !== 'made') throw unexpected(result)
    return output
  }

  list(pictures: PictureList): Promise<KeptPicture[]> {
    return listPictures(this.#folder, pictures)
  }

  async keep(keys: readonly string[], at: number): Promise<string[]> {
    const missing: string[] = []
    for (const key of keys) if (!(await keepPicture(this.#folder, key, at))) missing.push(key)
    return missing
  }

  remove(key: string, wantedBefore: number): Promise<boolean> {
    return removePicture(this.#folder, key, wantedBefore)
  }

  removeUnfinished(startedBefore: number): Promise<number> {
    return removeUnfinished(this.#folder, startedBefore)
  }

  async close(): Promise<void> {
    this.#queue.close()
    await this.#process.close()
  }

  /** So that the first visitor does not have to wait. */
  async #makeAllLater({ key }: StoredPicture): Promise<void> {
    const master = await findMaster(this.#folder, key)
    if (master === null) return
    for (const width of this.widthsFor(master.width)) {
      for (const format of PICTURE_FORMATS) {
        const output = widthFile(this.#folder, key, width, format)
        if (await isThere(output)) continue
        this.#queue.later(output, { kind: 'make', master: master.file, output, width, format })
      }
    }
  }
}

/**
 * Writes a stream to a file chunk by chunk, so that parallel uploads do not fill the memory. False when it is too long.
 */
async function writeUpTo(
  file: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const handle = await open(file, 'wx')
  try {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.byteLength
      if (bytes > MOST_BYTES) return false
      await handle.writeFile(chunk)
    }
    return true
  } finally {
    await handle.close()
  }
}

function unexpected(result: PictureResult): Error {
  return new Error(`A picture could not be made: ${result.kind === 'failed' ? result.reason : result.kind}`)
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
