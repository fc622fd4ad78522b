import type {
  ImageStore,
  PictureFile,
  PictureFormat,
  PictureList,
  PictureRefusal,
  PictureWidth,
  StoredPicture,
} from '#providers/images/image-store.ts'
import type { FilmStore } from '#providers/images/films/film-store.ts'
import type { AwaitedPictures } from './awaited-pictures.ts'

/**
 * A picture store after a restore, while its pictures are still being restored from the backup. A picture that a
 * browser requests is restored at once. Awaited pictures count as stored.
 */
export class RestoringImages implements ImageStore {
  readonly origins: readonly string[]
  readonly films: FilmStore | null
  readonly findCopy?: NonNullable<ImageStore['findCopy']>
  readonly #images: ImageStore
  readonly #awaited: AwaitedPictures

  constructor(images: ImageStore, awaited: AwaitedPictures) {
    this.origins = images.origins
    this.#images = images
    this.#awaited = awaited
    const { films, findCopy } = images
    this.films = films && {
      store: (content, claim) => films.store(content, claim),
      find: async (key, type) => {
        if (awaited.isAwaited(key)) await awaited.restore(key)
        return films.find(key, type)
      },
    }
    if (findCopy) this.findCopy = findCopy.bind(images)
  }

  async find(key: string, width: PictureWidth, format: PictureFormat): Promise<PictureFile | null> {
    if (this.#awaited.isAwaited(key)) await this.#awaited.restore(key)
    return this.#images.find(key, width, format)
  }

  async missing(keys: readonly string[]): Promise<string[]> {
    const missing = await this.#images.missing(keys)
    return missing.filter((key) => !this.#awaited.isAwaited(key))
  }

  store(
    content: ReadableStream<Uint8Array>,
    claim: (key: string) => Promise<void>,
  ): Promise<StoredPicture | PictureRefusal> {
    return this.#images.store(content, claim)
  }

  redraw(content: ReadableStream<Uint8Array>): Promise<Uint8Array | PictureRefusal> {
    return this.#images.redraw(content)
  }

  url(key: string, width: PictureWidth, format: PictureFormat): string {
    return this.#images.url(key, width, format)
  }

  widthsFor(width: number): PictureWidth[] {
    return this.#images.widthsFor(width)
  }

  list(from: string, limit: number): Promise<PictureList> {
    return this.#images.list(from, limit)
  }

  remove(key: string): Promise<boolean> {
    return this.#images.remove(key)
  }

  removeUnfinished(startedBefore: number): Promise<number> {
    return this.#images.removeUnfinished(startedBefore)
  }

  close(): Promise<void> {
    return this.#images.close()
  }
}
