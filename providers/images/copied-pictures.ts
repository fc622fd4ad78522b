import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PicturesBusy, type PictureFile, type PictureFormat, type PictureWidth } from './image-store.ts'
import { pictureFolder, widthFile, writeWhole } from './picture-files.ts'
import { removeUnfinished } from './picture-removal.ts'
import type { PictureWorkshop } from './picture-workshop.ts'

/** Older copies are fetched again on demand. */
const KEEP_MS = 7 * 24 * 3_600_000
/** Each answer is in memory until it is written. */
const MAX_CONCURRENT = 16
const MAX_WAITING = 500
const MAX_NARROW_KEYS = 10_000

/**
 * What a store returned for a width: its bytes, or `made` when its file is already written. `too-wide`: the picture is
 * smaller. That never changes, because the key is the hash of the content.
 */
export type FetchedWidth = Uint8Array | 'made' | 'too-wide' | 'no-picture'

/** Local copies, in the workshop's folder, of the pictures of an outside store that the shop serves itself. */
export class CopiedPictures {
  readonly #workshop: PictureWorkshop
  readonly #fetching = new Map<string, Promise<PictureFile | null>>()
  readonly #waiting: (() => void)[] = []
  readonly #tooWide = new Set<string>()
  #busy = 0
  #removals = 0

  constructor(workshop: PictureWorkshop) {
    this.#workshop = workshop
  }

  /**
   * The copy of a width. If there is none, `fetch` gets it from the store; concurrent calls share one fetch. `isThere`
   * is called when pictures were removed in the meantime.
   */
  async find(
    key: string,
    width: PictureWidth,
    format: PictureFormat,
    { fetch, isThere }: { fetch: () => Promise<FetchedWidth>; isThere: () => Promise<boolean> },
  ): Promise<PictureFile | null> {
    const copy = await this.#workshop.find(key, width, format)
    if (copy !== null) return copy
    const path = widthFile(this.#workshop.folder, key, width, format)
    if (this.#tooWide.has(path)) return null
    const running = this.#fetching.get(path)
    if (running) return running
    const fetching = this.#inTurn(async () => {
      const removals = this.#removals
      const fetched = await fetch()
      if (fetched === 'too-wide') this.#rememberTooWide(path)
      if (fetched === 'too-wide' || fetched === 'no-picture') return null
      if (fetched !== 'made') {
        await mkdir(pictureFolder(this.#workshop.folder, key), { recursive: true })
        await writeWhole(path, fetched)
      }
      if (removals !== this.#removals && !(await isThere())) await this.deleteCopies(key)
      return this.#workshop.find(key, width, format)
    }).finally(() => this.#fetching.delete(path))
    this.#fetching.set(path, fetching)
    return fetching
  }

  /** Deletes the copies of a picture that is no longer in the store. */
  async deleteCopies(key: string): Promise<void> {
    this.#removals += 1
    await rm(pictureFolder(this.#workshop.folder, key), { recursive: true, force: true })
  }

  /** Deletes old copies, and unfinished files as described in ImageStore. */
  async removeUnfinished(startedBefore: number): Promise<number> {
    const { folder } = this.#workshop
    const oldest = Date.now() - KEEP_MS
    for (const shard of await namesIn(folder)) {
      if (shard.length !== 2) continue
      for (const key of await namesIn(join(folder, shard))) {
        for (const name of await namesIn(join(folder, shard, key))) {
          const file = join(folder, shard, key, name)
          const found = await stat(file).catch(() => null)
          if (found !== null && found.mtimeMs < oldest) await rm(file, { force: true })
        }
      }
    }
    return removeUnfinished(folder, startedBefore)
  }

  #rememberTooWide(path: string): void {
    this.#tooWide.add(path)
    const [oldest] = this.#tooWide
    if (this.#tooWide.size > MAX_NARROW_KEYS && oldest !== undefined) this.#tooWide.delete(oldest)
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy === MAX_CONCURRENT) {
      if (this.#waiting.length === MAX_WAITING) throw new PicturesBusy()
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#busy += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
