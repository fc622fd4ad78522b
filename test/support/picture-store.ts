import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenImagesOptions } from '#providers/images/image-store-adapter.ts'

/** What a store outside needs of this machine, with a folder of its own, and what it reported. */
export interface StoreSurroundings {
  options: OpenImagesOptions
  /** What was reported, in order; null: a call that worked. */
  reported: (string | null)[]
  remove(): void
}

export function storeSurroundings(): StoreSurroundings {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-copies-'))
  const reported: (string | null)[] = []
  const workerFile = join(import.meta.dirname, '../../providers/images/making/picture-worker.ts')
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
