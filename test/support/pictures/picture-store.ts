import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenImagesOptions, OutsideImages } from '#providers/images/image-store-adapter.ts'
import { granted, painting, streamOf } from '#providers/images/image-store.contract.ts'
import type { StoredPicture } from '#providers/images/image-store.ts'

/** What a store outside needs of this machine, with its own folder, and what it reported. */
export interface StoreSurroundings {
  options: OpenImagesOptions
  /** What was reported, in order; null: a call that worked. */
  reported: (string | null)[]
  remove(): void
}

export function storeSurroundings(): StoreSurroundings {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-copies-'))
  const reported: (string | null)[] = []
  const workerFile = join(import.meta.dirname, 'cached-worker.js')
  const report = {
    worked: () => void reported.push(null),
    failed: (words: string) => void reported.push(words),
  }
  return {
    options: { folder, workerFile, report },
    reported,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }),
  }
}

/** A picture of this size, stored there. */
export async function stored(
  images: Pick<OutsideImages, 'store'>,
  width = 340,
  height = 450,
): Promise<StoredPicture> {
  const bytes = await painting(width, height).jpeg().toBuffer()
  const answer = await images.store(streamOf(bytes), granted)
  if ('kind' in answer) throw new Error(`Refused: ${answer.kind}`)
  return answer
}

export async function closeStores(
  opened: readonly { images: Pick<OutsideImages, 'close'>; surroundings: StoreSurroundings }[],
): Promise<void> {
  for (const { images, surroundings } of opened) {
    await images.close()
    surroundings.remove()
  }
}
