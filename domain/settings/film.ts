/** The file formats of films: MP4 with H.264, and WebM. */
export const FILM_TYPES = ['mp4', 'webm'] as const

/** The file format of a film. */
export type FilmType = (typeof FILM_TYPES)[number]

/** The largest film, in bytes. */
export const MAX_FILM_BYTES = 8_000_000

/** The longest side of a film, in pixels. */
export const MAX_FILM_SIDE = 2_560

/** A stored film: the hash of its content, and its size in pixels. Earlier versions of the shop kept no more. */
export interface StoredFilm {
  key: string
  type: FilmType
  width: number
  height: number
  /** The size of its file. */
  bytes?: number | undefined
  /** How much of that is sound, which is never played; 0: some, but how much is unknown. Missing: it has none. */
  soundBytes?: number | undefined
}

/** The path of a stored film in the shop. */
export function filmPath({ key, type }: Pick<StoredFilm, 'key' | 'type'>): string {
  return `/films/${key}.${type}`
}
