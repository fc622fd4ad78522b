import type { Picture } from '#domain/catalog/product.ts'
import type { FilmStore } from './films/film-store.ts'

/** The fixed widths, in pixels, in which a picture is served. */
export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280, 1920] as const

/** One of the fixed widths. */
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The widths for a picture `width` pixels wide: never larger than the original, except the smallest. */
export function widthsUpTo(width: number): PictureWidth[] {
  return PICTURE_WIDTHS.filter((candidate, index) => index === 0 || candidate <= width)
}

/** The formats in which a picture is served, the smaller one first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** The file format of a picture that the shop serves; browsers choose among them. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/**
 * Why an upload was refused. `limit` in pixels or bytes; the pixel limit depends on the format. `heic-picture`: a
 * format whose decoder needs a licence. `too-much-memory`: decoding needed more memory than the limits foresaw.
 */
export type PictureRefusal =
  | { kind: 'not-a-picture' }
  | { kind: 'heic-picture' }
  | { kind: 'too-many-pixels'; limit: number }
  | { kind: 'too-many-bytes'; limit: number }
  | { kind: 'too-much-memory' }

/** Too many pictures are queued. A retry after a few seconds makes sense. */
export class PicturesBusy extends Error {
  override readonly name = 'PicturesBusy'
}

/** A stored picture without its alternative text. */
export type StoredPicture = Omit<Picture, 'alt'>

/** The bytes of a stored picture in one width and format. They never change. */
export interface PictureFile {
  bytes: number
  /** Identifies these bytes as an HTTP entity tag. */
  etag: string
  /** Reads on demand. May be called any number of times. */
  stream(): ReadableStream<Uint8Array>
}

/** A page of the keys of stored pictures. `next`: where the next page begins; empty at the end. */
export interface PictureList {
  keys: string[]
  next: string
}

/**
 * Stores pictures and serves them in fixed widths. Bytes are passed as web streams, like the bodies of requests and
 * responses, here and at a store on the network. The store does not decide how long a picture is kept (store-picture.ts
 * and sweep-pictures.ts in operations/catalog/).
 */
export interface ImageStore {
  /** The origins that serve pictures; none when the shop serves them. */
  readonly origins: readonly string[]
  /** Null: the store keeps pictures only. */
  readonly films: FilmStore | null
  /**
   * Validates the content, strips metadata, applies the orientation, and stores the picture under the hash of its
   * content. A stream is never buffered as a whole, and reading stops once it is too long; each of its chunks is valid
   * until the next one is read. `claim` is called with the key before anything is written under it; when it rejects,
   * nothing is.
   */
  store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredPicture | PictureRefusal>
  /**
   * Opens an upload as `store` does, and answers it as a WebP of at most 1,280 pixels in width: nothing is stored, and
   * nothing leaves the machine. For photos that only some people may see.
   */
  redraw(content: ReadableStream<Uint8Array>): Promise<Uint8Array | PictureRefusal>
  /** The address of a picture in one width and format: same-origin path or absolute. */
  url(key: string, width: PictureWidth, format: PictureFormat): string
  /** The widths for a picture `width` pixels wide: never larger than the original, except the smallest. */
  widthsFor(width: number): PictureWidth[]
  /**
   * The picture in one width and format, made on first request; null when there is no such picture. Rejects with
   * PicturesBusy.
   */
  find(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null>
  /**
   * The picture if this machine has a copy of it. Only at stores outside, where `find` may cost requests: two for a
   * picture that does not exist.
   */
  findCopy?(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null>
  /** The keys of at most `limit` stored pictures, from the `next` of the page before; empty is the beginning. */
  list(from: string, limit: number): Promise<PictureList>
  /** The keys under which no picture is stored. */
  missing(keys: readonly string[]): Promise<string[]>
  /** Removes a picture with all its widths. False when there is none. An interrupted removal may be repeated. */
  remove(key: string): Promise<boolean>
  /** Removes unfinished files older than `startedBefore`, left by a stopped process. Returns how many there were. */
  removeUnfinished(startedBefore: number): Promise<number>
  /** Cancels the work in progress. */
  close(): Promise<void>
}
