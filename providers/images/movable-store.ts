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
 * All files of a picture, or of a film, which has a master only. A supplier that makes its widths itself keeps and
 * gives only the master.
 */
export interface PictureFiles {
  master: MasterFile
  widths: WidthFile[]
}

/** What moving pictures from store to store needs of each (move-pictures.ts). */
export interface MovableStore extends Pick<ImageStore, 'list' | 'missing' | 'close'> {
  /** False when the supplier makes the widths. */
  readonly keepsWidths: boolean
  /** False when films cannot be put into it. */
  readonly keepsFilms: boolean
  /** The files of a picture; null when there is none. */
  take(key: string): Promise<PictureFiles | null>
  /** The master alone, without reading the widths; null when there is none. */
  takeMaster(key: string): Promise<MasterFile | null>
  /**
   * Stores the files of a picture as they are, the master last: the picture is not there before it is whole. May be
   * repeated.
   */
  put(key: string, files: PictureFiles): Promise<void>
}
