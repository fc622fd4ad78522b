import type { Picture } from '#domain/catalogue/product.ts'

/** The fixed widths, in pixels, in which a picture is served. */
export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280, 1920] as const

/** One of the fixed widths. */
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

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

/** A stored picture, and when it was last marked as wanted, in epoch milliseconds. */
export interface KeptPicture {
  key: string
  wantedAt: number
}

/** A page of the picture list: at most `limit`, in the order of their keys, starting behind `after`. */
export interface PictureList {
  after: string
  limit: number
}

/** Stores pictures and serves them in fixed widths. */
export interface ImageStore {
  /**
   * Validates the content, strips metadata, applies the orientation, and stores the picture under the hash of its
   * content. A stream is never buffered whole, and is not read further once it is too long.
   */
  store(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredPicture | PictureRefusal>
  /** The address of a picture in one width and format: same-origin path or absolute. */
  url(key: string, width: PictureWidth, format: PictureFormat): string
  /** The widths for a picture `width` pixels wide: never larger than the original, except the smallest. */
  widthsFor(width: number): PictureWidth[]
  /**
   * The file of one width and format, made on first request; null when there is no such picture. Rejects with
   * PicturesBusy.
   */
  file(key: string, width: PictureWidth, format: PictureFormat): Promise<string | null>
  /** Every stored picture, wanted or not. Storing a picture marks it as wanted. */
  list(pictures: PictureList): Promise<KeptPicture[]>
  /** Marks pictures as wanted at `at`, in epoch milliseconds. Returns the keys that are not stored. */
  keep(keys: readonly string[], at: number): Promise<string[]>
  /** Removes a picture, unless it was marked as wanted at `wantedBefore` or later. False when nothing was removed. */
  remove(key: string, wantedBefore: number): Promise<boolean>
  /** Removes unfinished files older than `startedBefore`, left by a stopped process. Returns how many there were. */
  removeUnfinished(startedBefore: number): Promise<number>
  /** Cancels the work in progress. */
  close(): Promise<void>
}
