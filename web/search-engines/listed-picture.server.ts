import type { Picture } from '#domain/catalog/product.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import type { SharedPicture } from '#web/page.ts'

/** Large enough for a search result or a link preview, and rarely larger than the upload. */
const LISTED_WIDTH = 960
const MIN_WIDTH = 320

/** A picture for other sites: one fixed width, in the format that all of them accept. */
export function listedPicture(images: ImageStore, { key, alt, width, height }: Picture): SharedPicture {
  const made = images.widthsFor(width).findLast((candidate) => candidate <= LISTED_WIDTH) ?? MIN_WIDTH
  const shown = Math.min(made, width)
  return {
    url: images.url(key, made, 'webp'),
    type: 'image/webp',
    width: shown,
    height: Math.round((height * shown) / width),
    alt,
  }
}
