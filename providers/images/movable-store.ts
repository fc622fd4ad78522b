import type { ImageStore, PictureFormat, PictureWidth } from './image-store.ts'
import type { StoredType } from './picture-files.ts'

/** The master of a picture: the bytes whose hash is its key, and its size in pixels. */
export interface MasterFile {
  type: StoredType
  width: number
  height: number
  content: Blob
}

/** A width that was made of a master. */
export interface WidthFile {
  width: PictureWidth
  format: PictureFormat
  content: Blob
}

/**
 * All files of a picture, or of a film, which has a master only. A supplier that makes the widths itself stores and
 * returns only the master.
 */
export interface PictureFiles {
  master: MasterFile
  widths: WidthFile[]
}

/** What a store must support for moving pictures from or to it (move-pictures.ts). */
export interface MovableStore extends Pick<ImageStore, 'list' | 'missing' | 'close'> {
  /** False when the supplier makes the widths. */
  readonly keepsWidths: boolean
  /** False when the store cannot keep films. */
  readonly keepsFilms: boolean
  /** The files of a picture; null when there is none. */
  take(key: string): Promise<PictureFiles | null>
  /** The master alone, without reading the widths; null when there is none. */
  takeMaster(key: string): Promise<MasterFile | null>
  /**
   * Stores the files of a picture unchanged, the master last, so that an incomplete picture does not count as stored.
   * May be repeated.
   */
  put(key: string, files: PictureFiles): Promise<void>
}
