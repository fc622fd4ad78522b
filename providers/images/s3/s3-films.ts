import type { FilmType, StoredFilm } from '#domain/settings/film.ts'
import { DiskFilms } from '#providers/images/films/disk-films.ts'
import type { FilmFile, FilmRefusal, FilmStore } from '#providers/images/films/film-store.ts'
import { openFilm } from '#providers/images/films/open-film.ts'
import { isPictureKey } from '#providers/images/picture-files.ts'
import type { S3Pictures } from './s3-pictures.ts'

/** Films in a bucket. The shop always serves them from local copies, even when the bucket serves the pictures. */
export class S3Films implements FilmStore {
  readonly #pictures: S3Pictures
  readonly #copies: DiskFilms
  readonly #fetching = new Map<string, Promise<boolean>>()

  /** `folder`: for the local copies. */
  constructor(pictures: S3Pictures, folder: string) {
    this.#pictures = pictures
    this.#copies = new DiskFilms(folder)
  }

  async store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredFilm | FilmRefusal> {
    const opened = await openFilm(content)
    if ('kind' in opened) return opened
    const { film } = opened
    await claim(film.key)
    await this.#pictures.putMaster(film.key, film, new Blob([opened.content]))
    await this.#copies.keep(opened)
    return film
  }

  async find(key: string, type: FilmType): Promise<FilmFile | null> {
    if (!isPictureKey(key)) return null
    const copy = await this.#copies.find(key, type)
    if (copy !== null) return copy
    const fetching =
      this.#fetching.get(key) ?? this.#fetch(key, type).finally(() => this.#fetching.delete(key))
    this.#fetching.set(key, fetching)
    return (await fetching) ? this.#copies.find(key, type) : null
  }

  async #fetch(key: string, type: FilmType): Promise<boolean> {
    const named = await this.#pictures.findMaster(key)
    const content = named?.type === type ? await this.#pictures.readMaster(named) : null
    if (named === null || content === null) return false
    const { width, height } = named
    await this.#copies.keep({ film: { key, type, width, height }, content })
    return true
  }
}
