import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Connection } from '#providers/connection.ts'
import { CopiedPictures } from '#providers/images/copied-pictures.ts'
import type { OpenImagesOptions, OutsideImages } from '#providers/images/image-store-adapter.ts'
import {
  PICTURE_FORMATS,
  widthsUpTo,
  type PictureFile,
  type PictureFormat,
  type PictureList,
  type PictureRefusal,
  type PictureWidth,
  type StoredPicture,
} from '#providers/images/image-store.ts'
import type { PictureFiles } from '#providers/images/movable-store.ts'
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
import {
  masterContentType,
  masterName,
  MASTERS,
  parseMasterName,
  widthName,
  widthsAmong,
  widthsPrefix,
  type NamedMaster,
} from './s3-names.ts'
import { tryBucket } from './try-bucket.ts'

/** What S3Images needs, besides its settings. Tests shorten the time-out. */
export interface S3ImagesOptions extends OpenImagesOptions {
  timeoutMs?: number
}

/**
 * Pictures in a bucket: the master, and beside it the widths, which are made here once. With a public address all
 * widths are there before a picture counts as stored, since nobody asks the shop for them; otherwise they are made in
 * the background or on request, and the shop serves them from copies.
 */
export class S3Images implements OutsideImages {
  readonly origins: readonly string[]
  readonly keepsWidths = true
  readonly connection: Connection
  readonly #publicUrl: string | null
  readonly #bucket: S3Bucket
  readonly #workshop: PictureWorkshop
  readonly #copies: CopiedPictures
  readonly #removals = new Map<string, Promise<boolean>>()
  readonly #background = new Set<Promise<void>>()
  #isClosed = false

  constructor(settings: S3Settings, { report, timeoutMs, ...workshop }: S3ImagesOptions) {
    const { publicUrl } = settings
    this.#publicUrl = publicUrl
    this.origins = publicUrl === null ? [] : [new URL(publicUrl).origin]
    this.#bucket = new S3Bucket(settings, report, timeoutMs)
    this.#workshop = new PictureWorkshop(workshop)
    this.#copies = new CopiedPictures(this.#workshop)
    this.connection = {
      need: 'pictures',
      supplier: 'S3',
      usedFor: `the pictures of products, in the bucket ${settings.bucket}`,
      tryOut: () => tryBucket(this.#bucket, settings),
    }
  }

  store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredPicture | PictureRefusal> {
    return this.#workshop.open(content, async ({ picture: { key, width, height }, type, draft }) => {
      await claim(key)
      await this.#bucket.put(
        masterName(key, { width, height, type }),
        await openAsBlob(draft),
        masterContentType(type),
      )
      const file = masterFile(this.#workshop.folder, key, width, height, type)
      await moveInto(file, draft)
      const making = this.#makeWidths(key, { file, width, height, type }, this.#publicUrl !== null)
      if (this.#publicUrl === null) this.#notAwaited(making)
      else await making
    })
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
        const bytes = await this.#bucket.get(widthName(key, width, format))
        if (bytes !== null) return bytes
        const named = await this.#findMaster(key)
        if (named === null || !widthsUpTo(named.width).includes(width)) return false
        const master = await this.#copyMaster(named)
        if (master === null) return false
        await this.#workshop.make(master, key, width, format)
        await this.#upload(key, width, format)
        return this.#removeIfOrphaned(key)
      },
      isThere: async () => (await this.#findMaster(key)) !== null,
    })
  }

  /** `from` and `next` are names of masters without their prefix. */
  async list(from: string, limit: number): Promise<PictureList> {
    const after = from === '' ? '' : MASTERS + from
    const { names, more } = await this.#bucket.list(MASTERS, { after, limit })
    return {
      keys: names.flatMap((name) => parseMasterName(name)?.key ?? []),
      next: more ? (names.at(-1) ?? '').slice(MASTERS.length) : '',
    }
  }

  async missing(keys: readonly string[]): Promise<string[]> {
    const found = await Promise.all(keys.map((key) => (isPictureKey(key) ? this.#findMaster(key) : null)))
    return keys.filter((_key, index) => found[index] === null)
  }

  /** One after the other, because a bucket does not say whether what it deletes was there. */
  async remove(key: string): Promise<boolean> {
    if (!isPictureKey(key)) return false
    const removal = (this.#removals.get(key) ?? Promise.resolve(false))
      .catch(() => false)
      .then(() => this.#remove(key))
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

  async take(key: string): Promise<PictureFiles | null> {
    const named = await this.#findMaster(key)
    const content = named && (await this.#bucket.get(named.name))
    if (named === null || content === null) return null
    const { width, height, type } = named
    const { names } = await this.#bucket.list(widthsPrefix(key))
    const widths = await Promise.all(
      widthsAmong(key, names).map(async ({ name, ...made }) => {
        const bytes = await this.#bucket.get(name)
        return bytes === null ? [] : [{ ...made, content: new Blob([bytes]) }]
      }),
    )
    return { master: { width, height, type, content: new Blob([content]) }, widths: widths.flat() }
  }

  async put(key: string, { master, widths }: PictureFiles): Promise<void> {
    await Promise.all(
      widths.map(({ width, format, content }) =>
        this.#bucket.put(widthName(key, width, format), content, `image/${format}`),
      ),
    )
    if (this.#publicUrl !== null && widths.length < this.#allWidths(master.width).length) {
      await this.#makeWidths(key, await this.#copyContent(key, master, master.content), true)
    }
    await this.#bucket.put(masterName(key, master), master.content, masterContentType(master.type))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#workshop.close()
    await Promise.all(this.#background)
  }

  async #findMaster(key: string): Promise<NamedMaster | null> {
    const { names } = await this.#bucket.list(`${MASTERS}${key}-`, { limit: 1 })
    return parseMasterName(names[0] ?? '')
  }

  #allWidths(width: number): [PictureWidth, PictureFormat][] {
    return widthsUpTo(width).flatMap((made) =>
      PICTURE_FORMATS.map((format): [PictureWidth, PictureFormat] => [made, format]),
    )
  }

  /** Those that are not in the bucket yet. */
  async #makeWidths(key: string, master: Master, isWaitedFor: boolean): Promise<void> {
    const { names } = await this.#bucket.list(widthsPrefix(key))
    const wanted = this.#allWidths(master.width).filter(
      ([width, format]) => !names.includes(widthName(key, width, format)),
    )
    if (isWaitedFor) {
      const make = async (width: PictureWidth, format: PictureFormat) => {
        await this.#workshop.make(master, key, width, format)
        await this.#upload(key, width, format)
      }
      await Promise.all(wanted.map(([width, format]) => make(width, format)))
      return
    }
    for (const [width, format] of wanted) {
      const isMade = !this.#isClosed && (await this.#workshop.makeLater(master, key, width, format))
      if (!isMade) return
      await this.#upload(key, width, format)
    }
    await this.#removeIfOrphaned(key)
  }

  async #upload(key: string, width: PictureWidth, format: PictureFormat): Promise<void> {
    const content = await openAsBlob(widthFile(this.#workshop.folder, key, width, format))
    await this.#bucket.put(widthName(key, width, format), content, `image/${format}`)
  }

  /** Its failures are reported already, and what is missing is made on request. */
  #notAwaited(work: Promise<void>): void {
    const settled = work.catch(() => {}).finally(() => this.#background.delete(settled))
    this.#background.add(settled)
  }

  /** The master as a file of this machine, for the worker; null when it is gone. */
  async #copyMaster(named: NamedMaster): Promise<Master | null> {
    const copy = await findMaster(this.#workshop.folder, named.key)
    if (copy !== null) return copy
    const content = await this.#bucket.get(named.name)
    return content === null ? null : this.#copyContent(named.key, named, new Blob([content]))
  }

  async #copyContent(
    key: string,
    { width, height, type }: Omit<Master, 'file'>,
    content: Blob,
  ): Promise<Master> {
    const file = masterFile(this.#workshop.folder, key, width, height, type)
    await mkdir(pictureFolder(this.#workshop.folder, key), { recursive: true })
    await writeWhole(file, new Uint8Array(await content.arrayBuffer()))
    return { file, width, height, type }
  }

  /** The master goes first: whoever stores a width after that finds it gone, and takes the width back. */
  async #remove(key: string): Promise<boolean> {
    const named = await this.#findMaster(key)
    if (named !== null) await this.#bucket.delete(named.name)
    await this.#removeWidths(key)
    return named !== null
  }

  async #removeWidths(key: string): Promise<void> {
    const { names } = await this.#bucket.list(widthsPrefix(key))
    await Promise.all(names.map((name) => this.#bucket.delete(name)))
    await this.#copies.forget(key)
  }

  /** False when the picture was removed while widths of it were being made. */
  async #removeIfOrphaned(key: string): Promise<boolean> {
    if ((await this.#findMaster(key)) !== null) return true
    await this.#removeWidths(key)
    return false
  }
}
