import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Connection } from '#providers/connection.ts'
import { CopiedPictures } from '#providers/images/copied-pictures.ts'
import type { OpenImagesOptions, OutsideImages } from '#providers/images/image-store-adapter.ts'
import {
  widthsUpTo,
  type PictureFile,
  type PictureFormat,
  type PictureList,
  type PictureRefusal,
  type PictureWidth,
  type StoredPicture,
} from '#providers/images/image-store.ts'
import { isFilmType, type FilmStore } from '#providers/images/films/film-store.ts'
import type { MasterFile, PictureFiles } from '#providers/images/movable-store.ts'
import {
  findMaster,
  isPictureKey,
  isServed,
  masterFile,
  moveInto,
  pictureFolder,
  widthFile,
  writeWhole,
  type Master,
} from '#providers/images/picture-files.ts'
import { PictureWorkshop } from '#providers/images/picture-workshop.ts'
import { S3Bucket, type S3Settings } from './s3-bucket.ts'
import { S3Films } from './s3-films.ts'
import { widthName, type NamedMaster } from './s3-names.ts'
import { S3Pictures } from './s3-pictures.ts'
import { tryBucket } from './try-bucket.ts'

/** What S3Images needs, besides its settings. Tests shorten the time-out. */
export interface S3ImagesOptions extends OpenImagesOptions {
  timeoutMs?: number
}

/**
 * Pictures in a bucket: the master and its widths, which the shop makes once. With a public address, all widths are
 * made before a picture counts as stored, because requests for them do not reach the shop; otherwise they are made in
 * the background or on request, and the shop serves copies.
 */
export class S3Images implements OutsideImages {
  readonly origins: readonly string[]
  readonly films: FilmStore
  readonly keepsWidths = true
  readonly keepsFilms = true
  readonly connection: Connection
  readonly #publicUrl: string | null
  readonly #pictures: S3Pictures
  readonly #workshop: PictureWorkshop
  readonly #copies: CopiedPictures
  readonly #removals = new Map<string, Promise<boolean>>()
  readonly #background = new Set<Promise<void>>()
  #isClosed = false

  constructor(settings: S3Settings, { report, timeoutMs, ...workshop }: S3ImagesOptions) {
    const { publicUrl } = settings
    const bucket = new S3Bucket(settings, report, timeoutMs)
    this.#publicUrl = publicUrl
    this.origins = publicUrl === null ? [] : [new URL(publicUrl).origin]
    this.#pictures = new S3Pictures(bucket)
    this.#workshop = new PictureWorkshop(workshop)
    this.#copies = new CopiedPictures(this.#workshop)
    this.films = new S3Films(this.#pictures, this.#workshop.folder)
    this.connection = {
      need: 'pictures',
      supplier: 'S3',
      usedFor: `product images, in the bucket ${settings.bucket}`,
      test: () => tryBucket(bucket, settings),
    }
  }

  store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredPicture | PictureRefusal> {
    return this.#workshop.open(content, async ({ picture: { key, width, height }, type, draft }) => {
      await claim(key)
      await this.#pictures.putMaster(key, { width, height, type }, await openAsBlob(draft))
      const file = masterFile(this.#workshop.folder, key, width, height, type)
      await moveInto(file, draft)
      const master = { file, width, height, type }
      if (this.#publicUrl === null) this.#notAwaited(this.#makeWidthsLater(key, master))
      else await this.#makeWidths(key, master)
    })
  }

  redraw(content: ReadableStream<Uint8Array>): Promise<Uint8Array | PictureRefusal> {
    return this.#workshop.redraw(content)
  }

  url(key: string, width: PictureWidth, format: PictureFormat): string {
    return `${this.#publicUrl ?? ''}/${widthName(key, width, format)}`
  }

  widthsFor(width: number): PictureWidth[] {
    return widthsUpTo(width)
  }

  async find(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null> {
    if (!isServed(key, width, format)) return null
    return this.#copies.find(key, width, format, {
      fetch: async () => {
        const bytes = await this.#pictures.readWidth(key, width, format)
        if (bytes !== null) return bytes
        const named = await this.#pictures.findMaster(key)
        if (named === null || isFilmType(named.type)) return 'no-picture'
        if (!widthsUpTo(named.width).includes(width)) return 'too-wide'
        const master = await this.#copyMaster(named)
        if (master === null) return 'no-picture'
        await this.#workshop.make(master, key, width, format)
        await this.#upload(key, width, format)
        return (await this.#removeIfOrphaned(key)) ? 'made' : 'no-picture'
      },
      isThere: async () => (await this.#pictures.findMaster(key)) !== null,
    })
  }

  async findCopy(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null> {
    return isServed(key, width, format) ? this.#workshop.find(key, width, format) : null
  }

  list(from: string, limit: number): Promise<PictureList> {
    return this.#pictures.list(from, limit)
  }

  async missing(keys: readonly string[]): Promise<string[]> {
    const found = await Promise.all(
      keys.map((key) => (isPictureKey(key) ? this.#pictures.findMaster(key) : null)),
    )
    return keys.filter((_key, index) => found[index] === null)
  }

  /**
   * Removals of the same picture run one after the other, because a bucket does not report whether a deleted object
   * existed.
   */
  async remove(key: string): Promise<boolean> {
    if (!isPictureKey(key)) return false
    const removal = (this.#removals.get(key) ?? Promise.resolve(false))
      .catch(() => false)
      .then(() => this.#pictures.remove(key))
      .finally(() => this.#copies.deleteCopies(key))
    this.#removals.set(key, removal)
    try {
      return await removal
    } finally {
      if (this.#removals.get(key) === removal) this.#removals.delete(key)
    }
  }

  removeUnfinished(startedBefore: number): Promise<number> {
    return this.#copies.removeUnfinished(startedBefore)
  }

  take(key: string): Promise<PictureFiles | null> {
    return this.#pictures.take(key)
  }

  takeMaster(key: string): Promise<MasterFile | null> {
    return this.#pictures.takeMaster(key)
  }

  async put(key: string, { master, widths }: PictureFiles): Promise<void> {
    await Promise.all(
      widths.map(({ width, format, content }) => this.#pictures.putWidth(key, width, format, content)),
    )
    const isWhole =
      this.#publicUrl === null ||
      isFilmType(master.type) ||
      (await this.#pictures.missingWidths(key, master.width)).length === 0
    if (!isWhole) await this.#makeWidths(key, await this.#copyContent(key, master))
    await this.#pictures.putMaster(key, master, master.content)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#workshop.close()
    await Promise.all(this.#background)
  }

  async #makeWidths(key: string, master: Master): Promise<void> {
    const missing = await this.#pictures.missingWidths(key, master.width)
    const make = async (width: PictureWidth, format: PictureFormat) => {
      await this.#workshop.make(master, key, width, format)
      await this.#upload(key, width, format)
    }
    await Promise.all(missing.map(([width, format]) => make(width, format)))
  }

  async #makeWidthsLater(key: string, master: Master): Promise<void> {
    for (const [width, format] of await this.#pictures.missingWidths(key, master.width)) {
      const isMade = !this.#isClosed && (await this.#workshop.makeLater(master, key, width, format))
      if (!isMade) return
      await this.#upload(key, width, format)
    }
    await this.#removeIfOrphaned(key)
  }

  /** Runs work in the background. Its failures are already reported, and missing widths are made on request. */
  #notAwaited(work: Promise<void>): void {
    const settled = work.catch(() => {}).finally(() => this.#background.delete(settled))
    this.#background.add(settled)
  }

  async #upload(key: string, width: PictureWidth, format: PictureFormat): Promise<void> {
    const content = await openAsBlob(widthFile(this.#workshop.folder, key, width, format))
    await this.#pictures.putWidth(key, width, format, content)
  }

  /** The master as a local file for the worker; null when it no longer exists. */
  async #copyMaster(named: NamedMaster): Promise<Master | null> {
    const copy = await findMaster(this.#workshop.folder, named.key)
    if (copy !== null) return copy
    const bytes = await this.#pictures.readMaster(named)
    return bytes === null ? null : this.#copyContent(named.key, { ...named, content: new Blob([bytes]) })
  }

  async #copyContent(key: string, { width, height, type, content }: MasterFile): Promise<Master> {
    const { folder } = this.#workshop
    const file = masterFile(folder, key, width, height, type)
    await mkdir(pictureFolder(folder, key), { recursive: true })
    await writeWhole(file, new Uint8Array(await content.arrayBuffer()))
    return { file, width, height, type }
  }

  /** False when the picture was removed while widths of it were being made. */
  async #removeIfOrphaned(key: string): Promise<boolean> {
    if ((await this.#pictures.findMaster(key)) !== null) return true
    await this.#pictures.removeWidths(key)
    await this.#copies.deleteCopies(key)
    return false
  }
}
