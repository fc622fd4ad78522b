import { join } from 'node:path'
import sharp from 'sharp'
import { DiskImages } from '#providers/images/disk-images.ts'
import { findMaster, widthFile } from '#providers/images/picture-files.ts'

const AT_ONCE = 2
/** Lists and dashboards show dozens of pictures in these widths; the few larger ones are made on request. */
const WIDEST_ON_LISTS = 640

/** In less than half of the time that the shop takes, for a fifth more bytes. */
const QUICKLY = { quality: 55, effort: 0 }

/**
 * Makes the pictures of a data folder in the widths of lists. A shop makes them in the
 * background, after everything else: on a busy machine each page of a journey would wait for its pictures.
 */
export async function makePictures(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'pictures')
  const images = new DiskImages({ folder, workerFile: '' })
  const { keys } = await images.list('', 10_000)
  const left = keys.values()
  const makeNext = async () => {
    for (const key of left) {
      const master = await findMaster(folder, key)
      if (master === null) continue
      for (const width of images.widthsFor(master.width).filter((wide) => wide <= WIDEST_ON_LISTS)) {
        const output = widthFile(folder, key, width, 'avif')
        await sharp(master.file).resize({ width }).avif(QUICKLY).toFile(output)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeNext))
}
