import type { Picture } from '#domain/catalogue/product.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import type { SharedPicture } from '#web/page.ts'

/** Large enough for a search result or a shared link, and seldom larger than what was uploaded. */
const LISTED_WIDTH = 960
const SMALLEST_WIDTH = 320

/** A picture as other sites show it: one fixed width, in the format that all of them take. */
export function listedPicture(images: ImageStore, { key, alt, width, height }: Picture): SharedPicture {
  const made = images.widthsFor(width).findLast((candidate) => candidate <= LISTED_WIDTH) ?? SMALLEST_WIDTH
  const shown = Math.min(made, width)
  return {
    url: images.url(key, made, 'webp'),
    type: 'image/webp',
    width: shown,
    height: Math.round((height * shown) / width),
    alt,
  }
}
