import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FilmType, StoredFilm } from '#domain/settings/film.ts'
import { fileStream } from '#providers/images/file-stream.ts'
import {
  findMaster,
  isPictureKey,
  masterFile,
  moveInto,
  writeSynced,
} from '#providers/images/picture-files.ts'
import type { FilmFile, FilmRefusal, FilmStore } from './film-store.ts'
import { openFilm, type OpenedFilm } from './open-film.ts'

/** Films in a folder of pictures on this machine. */
export class DiskFilms implements FilmStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredFilm | FilmRefusal> {
    const opened = await openFilm(content)
    if ('kind' in opened) return opened
    await claim(opened.film.key)
    await this.keep(opened)
    return opened.film
  }

  /** Writes the file of a film to its place. */
  async keep({ film: { key, type, width, height }, content }: OpenedFilm): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const draft = join(this.#folder, `${randomUUID()}.part`)
    try {
      await writeSynced(draft, content)
      await moveInto(masterFile(this.#folder, key, width, height, type), draft)
    } finally {
      await rm(draft, { force: true })
    }
  }

  async find(key: string, type: FilmType): Promise<FilmFile | null> {
    if (!isPictureKey(key)) return null
    const master = await findMaster(this.#folder, key)
    if (master?.type !== type) return null
    const found = await stat(master.file).catch(() => null) // removed in the meantime
    if (found === null) return null
    return { bytes: found.size, stream: (start, end) => fileStream(master.file, end, start) }
  }
}
