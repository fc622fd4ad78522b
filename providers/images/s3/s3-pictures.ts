import {
  PICTURE_FORMATS,
  widthsUpTo,
  type PictureFormat,
  type PictureList,
  type PictureWidth,
} from '#providers/images/image-store.ts'
import type { MasterFile, PictureFiles } from '#providers/images/movable-store.ts'
import type { S3Bucket } from './s3-bucket.ts'
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

/** The pictures in a bucket: which objects a picture consists of, and in which order they are written and deleted. */
export class S3Pictures {
  readonly #bucket: S3Bucket

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket
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

  async findMaster(key: string): Promise<NamedMaster | null> {
    const { names } = await this.#bucket.list(`${MASTERS}${key}-`, { limit: 1 })
    return parseMasterName(names[0] ?? '')
  }

  readMaster({ name }: NamedMaster): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#bucket.get(name)
  }

  async putMaster(key: string, size: Omit<NamedMaster, 'name' | 'key'>, content: Blob): Promise<void> {
    await this.#bucket.put(masterName(key, size), content, masterContentType(size.type))
  }

  readWidth(
    key: string,
    width: PictureWidth,
    format: PictureFormat,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#bucket.get(widthName(key, width, format))
  }

  async putWidth(key: string, width: PictureWidth, format: PictureFormat, content: Blob): Promise<void> {
    await this.#bucket.put(widthName(key, width, format), content, `image/${format}`)
  }

  /** The widths that a picture of this size should have and that are not in the bucket. */
  async missingWidths(key: string, ownWidth: number): Promise<[PictureWidth, PictureFormat][]> {
    const { names } = await this.#bucket.list(widthsPrefix(key))
    const all = widthsUpTo(ownWidth).flatMap((width) =>
      PICTURE_FORMATS.map((format): [PictureWidth, PictureFormat] => [width, format]),
    )
    return all.filter(([width, format]) => !names.includes(widthName(key, width, format)))
  }

  /** The master of a picture; null when there is none. */
  async takeMaster(key: string): Promise<MasterFile | null> {
    const named = await this.findMaster(key)
    const content = named && (await this.readMaster(named))
    if (named === null || content === null) return null
    const { width, height, type } = named
    return { width, height, type, content: new Blob([content]) }
  }

  /** All files of a picture; null when there is none. */
  async take(key: string): Promise<PictureFiles | null> {
    const master = await this.takeMaster(key)
    if (master === null) return null
    const { names } = await this.#bucket.list(widthsPrefix(key))
    const widths = await Promise.all(
      widthsAmong(key, names).map(async ({ name, ...made }) => {
        const bytes = await this.#bucket.get(name)
        return bytes === null ? [] : [{ ...made, content: new Blob([bytes]) }]
      }),
    )
    return { master, widths: widths.flat() }
  }

  /**
   * Deletes the master first: a process that stores a width after that finds no master, and deletes the width again.
   */
  async remove(key: string): Promise<boolean> {
    const named = await this.findMaster(key)
    if (named !== null) await this.#bucket.delete(named.name)
    await this.removeWidths(key)
    return named !== null
  }

  async removeWidths(key: string): Promise<void> {
    const { names } = await this.#bucket.list(widthsPrefix(key))
    await Promise.all(names.map((name) => this.#bucket.delete(name)))
  }
}
