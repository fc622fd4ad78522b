import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  widthsUpTo,
  type PictureFile,
  type PictureFormat,
  type PictureRefusal,
  type PictureWidth,
  type StoredPicture,
} from './image-store.ts'
import { fileStream } from './file-stream.ts'
import { widthFile, type Master } from './picture-files.ts'
import type { MasterType, PictureResult } from './making/picture-job.ts'
import { PictureProcess, type PictureProcessOptions } from './making/picture-process.ts'
import { PictureQueue } from './making/picture-queue.ts'

/** The largest upload, in bytes. */
const MAX_BYTES = 25_000_000
/** The widest photo that is kept for some people only, in pixels. */
const MAX_REDRAWN = 1_280

/** The folder for work in progress, and the settings of the worker process. */
export interface PictureWorkshopOptions extends PictureProcessOptions {
  folder: string
}

/** A valid upload. `draft`: the file of its master, which is deleted unless it is moved. */
export interface OpenedPicture {
  picture: StoredPicture
  type: MasterType
  draft: string
}

/**
 * Opens uploads and makes widths, for every store, in a folder of this machine. The work is done in a separate process
 * (picture-worker.ts), so that this one stays small.
 */
export class PictureWorkshop {
  readonly folder: string
  readonly #process: PictureProcess
  readonly #queue: PictureQueue

  constructor({ folder, ...options }: PictureWorkshopOptions) {
    this.folder = folder
    this.#process = new PictureProcess(options)
    this.#queue = new PictureQueue(this.#process)
  }

  /** Validates an upload, and calls `keep` with what is to be stored. Rejects with PicturesBusy. */
  async open(
    content: ReadableStream<Uint8Array>,
    keep: (opened: OpenedPicture) => Promise<void>,
  ): Promise<StoredPicture | PictureRefusal> {
    await mkdir(this.folder, { recursive: true })
    const name = join(this.folder, randomUUID())
    const [upload, draft] = [`${name}.upload`, `${name}.part`]
    try {
      const isShort = await writeUpTo(upload, content)
      if (!isShort) return { kind: 'too-many-bytes', limit: MAX_BYTES }
      const result = await this.#queue.now(upload, { kind: 'open', upload, draft })
      if (result.kind === 'worker-died') return { kind: 'not-a-picture' } // it could not be displayed either
      if (result.kind === 'failed' || result.kind === 'made' || result.kind === 'drawn')
        throw unexpected(result)
      if (result.kind !== 'opened') return result
      await keep({ picture: result.picture, type: result.type, draft })
      return result.picture
    } finally {
      await Promise.all([upload, draft].map((file) => rm(file, { force: true })))
    }
  }

  /** Validates an upload, and answers it as a WebP; no file stays. Rejects with PicturesBusy. */
  async redraw(content: ReadableStream<Uint8Array>): Promise<Uint8Array | PictureRefusal> {
    let redrawn: Uint8Array | null = null
    const opened = await this.open(content, async ({ picture, draft }) => {
      const width = widthsUpTo(picture.width).findLast((one) => one <= MAX_REDRAWN)!
      const output = `${draft.slice(0, -'.part'.length)}.redrawn.part`
      try {
        const job = { kind: 'make', master: draft, output, width, format: 'webp' } as const
        const result = await this.#queue.now(output, job)
        if (result.kind !== 'made') throw unexpected(result)
        redrawn = await readFile(output)
      } finally {
        await rm(output, { force: true })
      }
    })
    return 'kind' in opened ? opened : redrawn!
  }

  /** The file of a width, if it is in the folder. */
  async find(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null> {
    const path = widthFile(this.folder, key, width, format)
    const found = await stat(path).catch(() => null)
    if (found === null) return null
    const { size, mtimeMs } = found
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`
    return { bytes: size, etag, stream: () => fileStream(path, size) }
  }

  /** Makes the file of a width for a waiting request. Throws when that fails. Rejects with PicturesBusy. */
  async make({ file }: Master, key: string, width: PictureWidth, format: PictureFormat): Promise<void> {
    const output = widthFile(this.folder, key, width, format)
    const job = { kind: 'make', master: file, output, width, format } as const
    const result = await this.#queue.now(output, job)
    if (result.kind !== 'made') throw unexpected(result)
  }

  /**
   * Makes the file of a width in the background. False when it could not be made, or when too many jobs are waiting.
   */
  async makeLater(
    { file }: Master,
    key: string,
    width: PictureWidth,
    format: PictureFormat,
  ): Promise<boolean> {
    const output = widthFile(this.folder, key, width, format)
    const result = this.#queue.later(output, { kind: 'make', master: file, output, width, format })
    return (await result.catch(() => null))?.kind === 'made'
  }

  async close(): Promise<void> {
    this.#queue.close()
    await this.#process.close()
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
      if (bytes > MAX_BYTES) return false
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
