import type { ListedProduct } from '#domain/catalog/listed-product.ts'
import { reducedFrom, type Picture } from '#domain/catalog/product.ts'
import type { Cents } from '#domain/money.ts'
import {
  PICTURE_FORMATS,
  type ImageStore,
  type PictureFormat,
  type PictureWidth,
} from '#providers/images/image-store.ts'
import { english } from '#words/en/english.ts'
import type { Words } from '#words/languages.ts'
import type { PictureView, ProductCardView } from '#web/page.ts'

/** The width in pixels for browsers without `<picture>` and for programs, if the picture is that wide. */
const USUAL_WIDTH = 640

/** A picture with the addresses of all its widths. */
export function pictureView(images: ImageStore, picture: Picture): PictureView {
  const { key, alt, width, height, placeholder } = picture
  const usual = usualWidth(images, width, USUAL_WIDTH)
  return {
    alt,
    width,
    height,
    placeholder,
    src: images.url(key, usual, 'webp'),
    sources: PICTURE_FORMATS.map((format) => ({
      type: `image/${format}`,
      srcSet: pictureWidths(images, picture, format),
    })),
  }
}

/** The addresses of a picture's widths in one format, as in `srcset`; none wider than `most`, but the smallest. */
export function pictureWidths(
  images: ImageStore,
  { key, width }: Pick<Picture, 'key' | 'width'>,
  format: PictureFormat,
  most = Infinity,
): string {
  return images
    .widthsFor(width)
    .filter((candidate, at) => at === 0 || candidate <= most)
    .map((candidate) => `${images.url(key, candidate, format)} ${shownWidth(candidate, width)}w`)
    .join(', ')
}

/** The largest width that a picture is made in and that is at most `wanted`, but the smallest. */
export function usualWidth(images: ImageStore, width: number, wanted: number): PictureWidth {
  return images.widthsFor(width).findLast((candidate) => candidate <= wanted) ?? 320
}

/** The card of a product. `money` writes amounts in the currency of the visitor. `words`: in the visitor's language. */
export function productCard(
  images: ImageStore,
  product: ListedProduct,
  money: (amount: Cents) => string,
  words: Words = english,
): ProductCardView {
  const before = reducedFrom(product)
  return {
    id: product.id,
    name: product.name,
    price: product.isGiftCard ? words['gift-card'].from(money(product.price)) : money(product.price),
    ...(before !== null && { before: money(before) }),
    picture: product.picture && pictureView(images, product.picture),
    outOfStock: product.outOfStock,
    ...(product.outOfStock
      ? { mark: words.frame.outOfStock }
      : product.isPreorder && { mark: words.preorder.mark }),
  }
}

/** A picture smaller than the smallest width is not enlarged. */
function shownWidth(made: PictureWidth, own: number): number {
  return Math.min(made, own)
}
