import { join } from 'node:path'
import type { Config } from '#config'
import { DiskImages } from '#providers/images/disk-images.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import type { MovableStore } from '#providers/images/movable-store.ts'

const WORKER = join(import.meta.dirname, '../../providers/images/making/picture-worker.ts')

/** The picture store of the settings, for a command beside the shop. */
export function openPictures({ pictures, dataDir }: Config): ImageStore & MovableStore {
  if (pictures === null) return new DiskImages({ folder: join(dataDir, 'pictures'), workerFile: WORKER })
  const report = { worked() {}, failed() {} }
  return pictures.open({ folder: join(dataDir, 'picture-copies'), workerFile: WORKER, report })
}
