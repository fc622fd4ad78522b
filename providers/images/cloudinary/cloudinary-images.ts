import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
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
import { isFilmType } from '#providers/images/films/film-store.ts'
import type { MasterFile, PictureFiles } from '#providers/images/movable-store.ts'
import { isPictureKey, isServed } from '#providers/images/picture-files.ts'
import { PictureWorkshop } from '#providers/images/picture-workshop.ts'
import { TINY_PICTURE } from '#providers/images/tiny-picture.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { CloudinaryApi, type CloudinarySettings } from './cloudinary-api.ts'

/** What CloudinaryImages needs, besides its settings. Tests shorten the time-out. */
export interface CloudinaryImagesOptions extends OpenImagesOptions {
  timeoutMs?: number
}

/** The prefix of the shop's pictures, so that other pictures of the account are left alone. */
const PREFIX = 'redemption/'
/** Lets Cloudinary choose the best format and quality that the browser accepts. */
const AUTOMATIC = 'c_limit,f_auto,q_auto'

/** Masters at Cloudinary, which makes the widths on request and delivers them directly. */
export class CloudinaryImages implements OutsideImages {
  readonly origins: readonly string[]
  readonly films = null
  readonly keepsWidths = false
  readonly keepsFilms = false
  readonly connection: Connection
  readonly #api: CloudinaryApi
  readonly #workshop: PictureWorkshop
  readonly #copies: CopiedPictures

  constructor(settings: CloudinarySettings, { report, timeoutMs, ...workshop }: CloudinaryImagesOptions) {
    this.origins = [new URL(settings.delivery).origin]
    this.#api = new CloudinaryApi(settings, report, timeoutMs)
    this.#workshop = new PictureWorkshop(workshop)
    this.#copies = new CopiedPictures(this.#workshop)
    this.connection = {
      need: 'pictures',
      supplier: 'Cloudinary',
      usedFor: `product images, in the cloud ${settings.cloud}`,
      test: () => this.#testConnection(settings.cloud),
    }
  }

  store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredPicture | PictureRefusal> {
    return this.#workshop.open(content, async ({ picture: { key }, draft }) => {
      await claim(key)
      await this.#api.upload(PREFIX + key, await openAsBlob(draft))
    })
  }

  redraw(content: ReadableStream<Uint8Array>): Promise<Uint8Array | PictureRefusal> {
    return this.#workshop.redraw(content)
  }

  /**
   * A browser that supports AVIF gets the format that Cloudinary chooses for it; other browsers and programs get WebP.
   */
  url(key: string, width: PictureWidth, format: PictureFormat): string {
    const how = format === 'avif' ? `${AUTOMATIC},w_${width}` : transformation(width, format)
    return this.#api.address(PREFIX + key, how)
  }

  widthsFor(width: number): PictureWidth[] {
    return widthsUpTo(width)
  }

  /** Only for old addresses of the shop, from before it used Cloudinary: pages link to Cloudinary. */
  async find(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null> {
    if (!isServed(key, width, format)) return null
    return this.#copies.find(key, width, format, {
      fetch: async () => {
        const size = await this.#api.sizeOf(PREFIX + key)
        if (size === null) return 'no-picture'
        if (!widthsUpTo(size.width).includes(width)) return 'too-wide'
        return (await this.#api.read(PREFIX + key, transformation(width, format))) ?? 'no-picture'
      },
      isThere: async () => (await this.missing([key])).length === 0,
    })
  }

  async findCopy(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null> {
    return isServed(key, width, format) ? this.#workshop.find(key, width, format) : null
  }

  async list(from: string, limit: number): Promise<PictureList> {
    const { ids, next } = await this.#api.list(PREFIX, { cursor: from, limit })
    return { keys: ids.map((id) => id.slice(PREFIX.length)).filter(isPictureKey), next }
  }

  async missing(keys: readonly string[]): Promise<string[]> {
    const there = await this.#api.existing(keys.filter(isPictureKey).map((key) => PREFIX + key))
    return keys.filter((key) => !there.has(PREFIX + key))
  }

  async remove(key: string): Promise<boolean> {
    if (!isPictureKey(key)) return false
    const wasThere = await this.#api.destroy(PREFIX + key)
    await this.#copies.deleteCopies(key)
    return wasThere
  }

  removeUnfinished(startedBefore: number): Promise<number> {
    return this.#copies.removeUnfinished(startedBefore)
  }

  async take(key: string): Promise<PictureFiles | null> {
    const size = await this.#api.sizeOf(PREFIX + key)
    const bytes = size && (await this.#api.read(PREFIX + key, ''))
    if (size === null || bytes === null) return null
    const type = bytes[0] === 0xff ? 'jpg' : 'webp'
    return { master: { ...size, type, content: new Blob([bytes]) }, widths: [] }
  }

  async takeMaster(key: string): Promise<MasterFile | null> {
    return (await this.take(key))?.master ?? null
  }

  async put(key: string, { master }: PictureFiles): Promise<void> {
    if (isFilmType(master.type)) throw new Error('Cloudinary keeps the pictures of the shop only, no films')
    await this.#api.upload(PREFIX + key, master.content)
  }

  close(): Promise<void> {
    return this.#workshop.close()
  }

  async #testConnection(cloud: string): Promise<string> {
    const id = `${PREFIX}try-${randomUUID()}`
    await this.#api.upload(id, new Blob([TINY_PICTURE]))
    try {
      if ((await this.#api.read(id, AUTOMATIC)) === null) {
        throw new SupplierError('Cloudinary accepted an image but does not deliver it.', {
          supplier: 'Cloudinary',
          kind: 'not-found',
        })
      }
    } finally {
      await this.#api.destroy(id)
    }
    return `A test image was stored in the cloud ${cloud}, delivered, and deleted.`
  }
}

function transformation(width: PictureWidth, format: PictureFormat): string {
  return `c_limit,f_${format},q_auto,w_${width}`
}
