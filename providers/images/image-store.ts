import type { Picture } from '#domain/product.ts'

/** The widths, in pixels, that a picture is made in. No other width is ever made. */
export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280, 1920] as const

/** One of the fixed widths. */
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The formats a picture is served in, the smaller one first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** One of the formats. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Why an upload was refused. `limit` in pixels or bytes. */
export type PictureRefusal =
  | { kind: 'not-a-picture' }
  | { kind: 'too-many-pixels'; limit: number }
  | { kind: 'too-many-bytes'; limit: number }

/** So many pictures are being made that this one has to wait. Asking again in a few seconds makes sense. */
export class PicturesBusy extends Error {
  override readonly name = 'PicturesBusy'
}

/** A stored picture without its words. */
export type StoredPicture = Omit<Picture, 'alt'>

/** Keeps pictures and serves them in the fixed widths. */
export interface ImageStore {
  /** Checks the content, strips metadata, keeps orientation, stores it under the hash of its content. */
  store(bytes: Uint8Array): Promise<StoredPicture | PictureRefusal>
  /** The address of a picture in one width and format: same-origin path or absolute. */
  url(key: string, width: PictureWidth, format: PictureFormat): string
  /** The widths that exist for a picture `width` pixels wide: never larger than the original but for the smallest. */
  widthsFor(width: number): PictureWidth[]
  /** The bytes' file for one width and format, made if it is not there yet; null when there is no such picture. Rejects with PicturesBusy. */
  file(key: string, width: PictureWidth, format: PictureFormat): Promise<string | null>
  /** Ends the work in progress. */
  close(): Promise<void>
}
