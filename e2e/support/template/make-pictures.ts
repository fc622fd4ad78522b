import { join } from 'node:path'
import sharp from 'sharp'
import { DiskImages } from '#providers/images/disk-images.ts'
import type { PictureFormat, PictureWidth } from '#providers/images/image-store.ts'
import { findMaster, widthFile } from '#providers/images/picture-files.ts'

const CONCURRENCY = 2

/** Takes less than half as long as the shop's settings, for files that are a fifth larger. */
const QUICKLY = { quality: 55, effort: 0 }
const AVIF = { ...QUICKLY, chromaSubsampling: '4:2:0' }

/**
 * Makes the pictures of a data folder that pages show, and those that search engines and the viewer get. A shop makes
 * them in the background, after everything else: on a busy machine each page of a journey would wait for its pictures.
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
      const [widest, ...narrower] = images.widthsFor(master.width).toReversed()
      if (widest === undefined) continue
      // The master is decoded once: the narrower ones are made of the widest.
      const resized = sharp(master.file).resize({ width: widest }).raw()
      const { data, info } = await resized.toBuffer({ resolveWithObject: true })
      const pixels = () => sharp(data, { raw: info })
      const fileOf = (width: PictureWidth, format: PictureFormat) => widthFile(folder, key, width, format)
      // Search engines and links to the image file request WebP; browsers choose AVIF on every page.
      await pixels().webp(QUICKLY).toFile(fileOf(widest, 'webp'))
      await pixels().avif(AVIF).toFile(fileOf(widest, 'avif'))
      for (const width of narrower) {
        await pixels().resize({ width }).avif(AVIF).toFile(fileOf(width, 'avif'))
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, makeNext))
}
