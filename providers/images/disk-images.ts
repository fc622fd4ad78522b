import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import {
  PICTURE_FORMATS,
  widthsUpTo,
  type ImageStore,
  type PictureFile,
  type PictureFormat,
  type PictureList,
  type PictureRefusal,
  type PictureWidth,
  type StoredPicture,
} from './image-store.ts'
import type { MasterFile, MovableStore, PictureFiles } from './movable-store.ts'
import {
  findMaster,
  findWidths,
  isPictureKey,
  isServed,
  masterFile,
  moveInto,
  pictureFolder,
  widthFile,
  writeWhole,
  type Master,
} from './picture-files.ts'
import { listPictures, removePicture, removeUnfinished } from './picture-removal.ts'
import { DiskFilms } from './films/disk-films.ts'
import { isFilmType, type FilmStore } from './films/film-store.ts'
import { PictureWorkshop, type PictureWorkshopOptions } from './picture-workshop.ts'

/** The folder of the pictures, and the settings of the worker process. */
export type DiskImagesOptions = PictureWorkshopOptions

/** Pictures in a folder of this machine. */
export class DiskImages implements ImageStore, MovableStore {
  readonly origins = []
  readonly films: FilmStore
  readonly keepsWidths = true
  readonly keepsFilms = true
  readonly #folder: string
  readonly #workshop: PictureWorkshop

  constructor(options: DiskImagesOptions) {
    this.#folder = options.folder
    this.films = new DiskFilms(options.folder)
    this.#workshop = new PictureWorkshop(options)
  }

  store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredPicture | PictureRefusal> {
    return this.#workshop.open(content, async ({ picture: { key, width, height }, type, draft }) => {
      await claim(key)
      const file = masterFile(this.#folder, key, width, height, type)
      await moveInto(file, draft)
      await this.#makeAllLater(key, { file, width, height, type })
    })
  }

  redraw(content: ReadableStream<Uint8Array>): Promise<Uint8Array | PictureRefusal> {
    return this.#workshop.redraw(content)
  }

  url(key: string, width: PictureWidth, format: PictureFormat): string {
    return `/pictures/${key}-${width}.${format}`
  }

  widthsFor(width: number): PictureWidth[] {
    return widthsUpTo(width)
  }

  async find(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null> {
    if (!isServed(key, width, format)) return null
    const made = await this.#workshop.find(key, width, format)
    if (made !== null) return made
    const master = await findMaster(this.#folder, key)
    if (master === null || isFilmType(master.type)) return null
    if (!widthsUpTo(master.width).includes(width)) return null
    try {
      await this.#workshop.make(master, key, width, format)
      return await this.#workshop.find(key, width, format)
    } catch (error) {
      if ((await findMaster(this.#folder, key)) === null) return null // removed in the meantime
      throw error
    }
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

  async takeMaster(key: string): Promise<MasterFile | null> {
    const master = await findMaster(this.#folder, key)
    if (master === null) return null
    const { file, ...size } = master
    return { ...size, content: await openAsBlob(file) }
  }

  async take(key: string): Promise<PictureFiles | null> {
    const master = await this.takeMaster(key)
    if (master === null) return null
    const widths = await findWidths(this.#folder, key)
    return {
      master,
      widths: await Promise.all(
        widths.map(async ({ file: path, ...made }) => ({ ...made, content: await openAsBlob(path) })),
      ),
    }
  }

  async put(key: string, { master, widths }: PictureFiles): Promise<void> {
    await mkdir(pictureFolder(this.#folder, key), { recursive: true })
    const write = async (file: string, content: Blob) =>
      writeWhole(file, new Uint8Array(await content.arrayBuffer()))
    for (const { width, format, content } of widths) {
      await write(widthFile(this.#folder, key, width, format), content)
    }
    const { width, height, type, content } = master
    await write(masterFile(this.#folder, key, width, height, type), content)
  }

  close(): Promise<void> {
    return this.#workshop.close()
  }

  /** Makes all widths in the background, so that the first visitor does not have to wait. */
  async #makeAllLater(key: string, master: Master): Promise<void> {
    for (const width of widthsUpTo(master.width)) {
      for (const format of PICTURE_FORMATS) {
        if ((await this.#workshop.find(key, width, format)) !== null) continue
        void this.#workshop.makeLater(master, key, width, format)
      }
    }
  }
}
