import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type ImageStore,
  type PictureFile,
  type PictureFormat,
  type PictureList,
  type PictureRefusal,
  type PictureWidth,
  type StoredPicture,
} from './image-store.ts'
import { fileStream } from './file-stream.ts'
import { findMaster, isPictureKey, masterFile, moveInto, widthFile } from './picture-files.ts'
import type { PictureResult } from './picture-job.ts'
import { PictureProcess, type PictureProcessOptions } from './picture-process.ts'
import { PictureQueue } from './picture-queue.ts'
import { listPictures, removePicture, removeUnfinished } from './picture-removal.ts'

/** The largest upload, in bytes. */
const MOST_BYTES = 25_000_000

/** The folder of the pictures, and the settings of the worker process. */
export interface DiskImagesOptions extends PictureProcessOptions {
  folder: string
}

/** Pictures in a folder. They are made in a separate process (picture-worker.ts), so that this one stays small. */
export class DiskImages implements ImageStore {
  readonly origins = []
  readonly #folder: string
  readonly #process: PictureProcess
  readonly #queue: PictureQueue

  constructor({ folder, ...options }: DiskImagesOptions) {
    this.#folder = folder
    this.#process = new PictureProcess(options)
    this.#queue = new PictureQueue(this.#process)
  }

  async store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredPicture | PictureRefusal> {
    await mkdir(this.#folder, { recursive: true })
    const name = join(this.#folder, randomUUID())
    const [upload, draft] = [`${name}.upload`, `${name}.part`]
    try {
      const isShort = await writeUpTo(upload, content)
      if (!isShort) return { kind: 'too-many-bytes', limit: MOST_BYTES }
      const result = await this.#queue.now(upload, { kind: 'open', upload, draft })
      if (result.kind === 'worker-died') return { kind: 'not-a-picture' } // it could not be displayed either
      if (result.kind === 'failed' || result.kind === 'made') throw unexpected(result)
      if (result.kind !== 'opened') return result
      const { key, width, height } = result.picture
      await claim(key)
      await moveInto(masterFile(this.#folder, key, width, height, result.type), draft)
      await this.#makeAllLater(result.picture)
      return result.picture
    } finally {
      await Promise.all([upload, draft].map((file) => rm(file, { force: true })))
    }
  }

  url(key: string, width: PictureWidth, format: PictureFormat): string {
    return `/pictures/${key}-${width}.${format}`
  }

  widthsFor(width: number): PictureWidth[] {
    return PICTURE_WIDTHS.filter((candidate, index) => index === 0 || candidate <= width)
  }

  async find(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null> {
    if (!isPictureKey(key) || !PICTURE_WIDTHS.includes(width) || !PICTURE_FORMATS.includes(format))
      return null
    const output = widthFile(this.#folder, key, width, format)
    const made = await pictureFile(output)
    if (made !== null) return made
    const master = await findMaster(this.#folder, key)
    if (master === null || !this.widthsFor(master.width).includes(width)) return null
    const job = { kind: 'make', master: master.file, output, width, format } as const
    const result = await this.#queue.now(output, job)
    if (result.kind === 'made') return pictureFile(output)
    if ((await findMaster(this.#folder, key)) === null) return null // removed meanwhile
    throw unexpected(result)
  }

  list(from: string, limit: number): Promise<PictureList> {
    return listPictures(this.#folder, from, limit)
  }

  async missing(keys: readonly string[]): Promise<string[]> {
    const missing: string[] = []
    for (const key of keys) {
      if (!isPictureKey(key) || (await findMaster(this.#folder, key)) === null) missing.push(key)
    }
    return missing
  }

  remove(key: string): Promise<boolean> {
    return removePicture(this.#folder, key)
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
        if ((await pictureFile(output)) !== null) continue
        this.#queue.later(output, { kind: 'make', master: master.file, output, width, format })
      }
    }
  }
}

/**
 * Writes a stream to a file chunk by chunk, so that parallel uploads do not fill the memory. False when it is too long.
 */
async function writeUpTo(file: string, chunks: ReadableStream<Uint8Array>): Promise<boolean> {
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

/** Null when it is not there. */
async function pictureFile(path: string): Promise<PictureFile | null> {
  const found = await stat(path).catch(() => null)
  if (found === null) return null
  const { size, mtimeMs } = found
  const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`
  return { bytes: size, etag, stream: () => fileStream(path, size) }
}
