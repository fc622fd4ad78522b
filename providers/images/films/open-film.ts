import { createHash } from 'node:crypto'
import { MAX_FILM_SIDE, MAX_FILM_BYTES, type FilmType, type StoredFilm } from '#domain/settings/film.ts'
import type { FilmRefusal } from './film-store.ts'
import { isMp4, readMp4 } from './mp4-film.ts'
import { isWebm, readWebm } from './webm-film.ts'

/** A film that was read and is complete, in the form in which it is stored. */
export interface OpenedFilm {
  film: StoredFilm
  content: Uint8Array<ArrayBuffer>
}

/** Reads an upload, and stops once it is too long. */
export async function openFilm(content: ReadableStream<Uint8Array>): Promise<OpenedFilm | FilmRefusal> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    bytes += piece.byteLength
    if (bytes > MAX_FILM_BYTES) return { kind: 'too-many-bytes', limit: MAX_FILM_BYTES }
    pieces.push(Uint8Array.from(piece)) // it is valid until the next one is read
  }
  return readFilm(new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer()))
}

/**
 * Detects the type of a file from its bytes, not from its name. Metadata about how it was made, such as the place, is
 * overwritten with zeros.
 */
export function readFilm(content: Uint8Array<ArrayBuffer>): OpenedFilm | FilmRefusal {
  const type: FilmType | null = isMp4(content) ? 'mp4' : isWebm(content) ? 'webm' : null
  if (type === null) return { kind: 'not-a-film' }
  const facts = type === 'mp4' ? readMp4(content) : readWebm(content)
  if ('kind' in facts) return facts
  const { width, height, soundBytes } = facts
  if (width < 1 || height < 1) return { kind: 'film-is-broken' }
  if (Math.max(width, height) > MAX_FILM_SIDE) return { kind: 'film-too-large', limit: MAX_FILM_SIDE }
  const key = createHash('sha256').update(content).digest('hex').slice(0, 24) // as make-picture.ts names a picture
  const sound = soundBytes === undefined ? {} : { soundBytes }
  return { film: { key, type, width, height, bytes: content.length, ...sound }, content }
}
