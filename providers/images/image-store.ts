import type { Picture } from '#domain/catalogue/product.ts'

/** The widths, in pixels, that a picture is made in. No other width is ever made. */
export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280, 1920] as const

/** One of the fixed widths. */
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The formats a picture is served in, the smaller one first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** One of the formats. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/**
 * Why an upload was refused. `limit` in pixels or bytes; of pixels each format may have its own. `heic-picture`: a
 * photo in a format that needs a licence to read. `too-much-memory`: no rule saw that it would take so much to read.
 */
export type PictureRefusal =
  | { kind: 'not-a-picture' }
  | { kind: 'heic-picture' }
  | { kind: 'too-many-pixels'; limit: number }
  | { kind: 'too-many-bytes'; limit: number }
  | { kind: 'too-much-memory' }

/** So many pictures are being made that this one has to wait. Asking again in a few seconds makes sense. */
export class PicturesBusy extends Error {
  override readonly name = 'PicturesBusy'
}

/** A stored picture without its words. */
export type StoredPicture = Omit<Picture, 'alt'>

/** A picture that is kept, and when somebody last said that it is wanted, in epoch milliseconds. */
export interface KeptPicture {
  key: string
  wantedAt: number
}

/** Which pictures a list shows: at most `limit`, in the order of their keys, from the one behind `after`. */
export interface PictureList {
  after: string
  limit: number
}

/** Keeps pictures and serves them in the fixed widths. */
export interface ImageStore {
  /**
   * Checks the content, strips metadata, keeps orientation, stores it under the hash of its content. A stream is never
   * held in memory, and nothing more of it is read once it is too long.
   */
  store(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredPicture | PictureRefusal>
  /** The address of a picture in one width and format: same-origin path or absolute. */
  url(key: string, width: PictureWidth, format: PictureFormat): string
  /** The widths that exist for a picture `width` pixels wide: never larger than the original but for the smallest. */
  widthsFor(width: number): PictureWidth[]
  /**
   * The bytes' file for one width and format, made if it is not there yet; null when there is no such picture. Rejects
   * with PicturesBusy.
   */
  file(key: string, width: PictureWidth, format: PictureFormat): Promise<string | null>
  /** Every picture there is, wanted or not. Storing one says that it is wanted. */
  list(pictures: PictureList): Promise<KeptPicture[]>
  /** Says that these are wanted at `at`, in epoch milliseconds. Answers those that are not there. */
  keep(keys: readonly string[], at: number): Promise<string[]>
  /** Forgets a picture, unless somebody wanted it at `wantedBefore` or later. False when nothing was removed. */
  remove(key: string, wantedBefore: number): Promise<boolean>
  /** Clears away what a stopped process left unfinished before `startedBefore`. Answers how many files that were. */
  removeUnfinished(startedBefore: number): Promise<number>
  /** Ends the work in progress. */
  close(): Promise<void>
}
