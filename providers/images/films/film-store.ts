import { FILM_TYPES, type FilmType, type StoredFilm } from '#domain/settings/film.ts'

/**
 * Why a file is not taken as a film. `film-codec`: its picture is encoded in a way that many browsers cannot show;
 * `codec` names it. `film-too-large`: a side has more than `limit` pixels.
 * `too-many-bytes`: the file has more than `limit` bytes.
 */
export type FilmRefusal =
  | { kind: 'not-a-film' }
  | { kind: 'film-is-broken' }
  | { kind: 'film-codec'; codec: string }
  | { kind: 'film-too-large'; limit: number }
  | { kind: 'too-many-bytes'; limit: number }

/** What the parts of a film state: its size in pixels, and `soundBytes` as for a stored film. */
export type FilmFacts = Pick<StoredFilm, 'width' | 'height' | 'soundBytes'> | FilmRefusal

/** The bytes of a stored film. They never change. */
export interface FilmFile {
  bytes: number
  /** Reads from `start` up to `end`, exclusive, on demand. May be called any number of times. */
  stream(start: number, end: number): ReadableStream<Uint8Array>
}

/**
 * Keeps films beside the pictures of a store, each under a key as a picture has one: listing, removing, moving and
 * backing up treat its file as the master of a picture that has no widths.
 */
export interface FilmStore {
  /**
   * Checks from the bytes whether the content is a complete film, and stores it under the hash of its content. `claim`
   * is called with the key first; when it rejects, nothing is stored.
   */
  store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredFilm | FilmRefusal>
  /** The film of this key; null when there is none of this type. */
  find(key: string, type: FilmType): Promise<FilmFile | null>
}

/** Whether a file of this type is a film, not a picture. */
export function isFilmType(type: string): type is FilmType {
  return (FILM_TYPES as readonly string[]).includes(type)
}
