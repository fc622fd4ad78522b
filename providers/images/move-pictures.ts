import { createHash } from 'node:crypto'
import { isFilmType } from './films/film-store.ts'
import type { MovableStore, PictureFiles } from './movable-store.ts'

/** The progress of a move. */
export interface MoveProgress {
  /** Pictures in the source, and how many of them had been in the target before this run. */
  all: number
  before: number
  moved: number
  bytes: number
  /** Pictures that were removed from the source during this run. */
  gone: number
  /** The keys of pictures whose bytes in the source are not those that were stored. They are left out. */
  damaged: string[]
  /** The keys of films that the target cannot keep. They are left out. */
  films: string[]
}

/** A copy that is not what was sent. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers'
}

const CONCURRENCY = 4
const PAGE_SIZE = 1_000
const CHECK_BATCH_SIZE = 20

/**
 * Copies every picture of a store that another lacks, and reads each back to compare all bytes. The source stays
 * unchanged. A picture counts as stored in the target only when it is complete, so the next move continues an
 * interrupted one.
 */
export async function movePictures(
  from: MovableStore,
  to: MovableStore,
  onProgress: (progress: MoveProgress) => void,
): Promise<MoveProgress> {
  const [all, listed] = await Promise.all([everyKey(from), everyKey(to)])
  const there = await wholeOnes(to, all.intersection(listed))
  const toCopy = [...all].filter((key) => !there.has(key))
  const before = all.size - toCopy.length
  const progress: MoveProgress = {
    all: all.size,
    before,
    moved: 0,
    bytes: 0,
    gone: 0,
    damaged: [],
    films: [],
  }
  onProgress(progress)
  const next = toCopy.values()
  let hasFailed = false
  const work = async () => {
    for (const key of next) {
      if (hasFailed) return
      await moveOne(from, to, key, progress)
      onProgress(progress)
    }
  }
  const stopAll = (error: unknown) => {
    hasFailed = true
    throw error
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, () => work().catch(stopAll)))
  return progress
}

async function moveOne(
  from: MovableStore,
  to: MovableStore,
  key: string,
  progress: MoveProgress,
): Promise<void> {
  const files = await from.take(key)
  if (files === null) {
    progress.gone += 1
    return
  }
  if (isFilmType(files.master.type) && !to.keepsFilms) {
    progress.films.push(key)
    return
  }
  if ((await keyOf(files.master.content)) !== key) {
    progress.damaged.push(key)
    return
  }
  await to.put(key, files)
  const copy = await to.take(key)
  const sent = to.keepsWidths ? files : { ...files, widths: [] }
  if (copy === null || !(await isCopy(copy, sent))) {
    throw new CopyDiffers(`The copy of the picture ${key} is not the same as the picture.`)
  }
  progress.moved += 1
  progress.bytes += [files.master, ...files.widths].reduce((sum, { content }) => sum + content.size, 0)
}

/** A store that serves its pictures itself may have more widths. */
async function isCopy(copy: PictureFiles, { master, widths }: PictureFiles): Promise<boolean> {
  const { type, width, height } = copy.master
  if (type !== master.type || width !== master.width || height !== master.height) return false
  if (!(await isSame(copy.master.content, master.content))) return false
  for (const made of widths) {
    const kept = copy.widths.find((one) => one.width === made.width && one.format === made.format)
    if (kept === undefined || !(await isSame(kept.content, made.content))) return false
  }
  return true
}

async function isSame(one: Blob, other: Blob): Promise<boolean> {
  const [first, second] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()])
  return Buffer.from(first).equals(Buffer.from(second))
}

/** The key of a picture, as make-picture.ts computes it. */
async function keyOf(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer())
  return createHash('sha256').update(bytes).digest('hex').slice(0, 24)
}

/** The keys that have a master. A folder of pictures also lists those that a killed move left without one. */
async function wholeOnes(store: MovableStore, keys: ReadonlySet<string>): Promise<Set<string>> {
  const whole = new Set(keys)
  const left = [...keys]
  while (left.length > 0) {
    for (const key of await store.missing(left.splice(0, CHECK_BATCH_SIZE))) whole.delete(key)
  }
  return whole
}

async function everyKey(store: MovableStore): Promise<Set<string>> {
  const all = new Set<string>()
  let from = ''
  do {
    const { keys, next } = await store.list(from, PAGE_SIZE)
    for (const key of keys) all.add(key)
    from = next
  } while (from !== '')
  return all
}
