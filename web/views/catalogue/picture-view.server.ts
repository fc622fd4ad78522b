import { isOutOfStock, reducedFrom, type Picture, type Product } from '#domain/catalogue/product.ts'
import type { Cents } from '#domain/money.ts'
import {
  PICTURE_FORMATS,
  type ImageStore,
  type PictureFormat,
  type PictureWidth,
} from '#providers/images/image-store.ts'
import type { PictureView, ProductCardView } from '#web/page.ts'

/** The width in pixels for browsers without `<picture>` and for programs, if the picture is that wide. */
const USUAL_WIDTH = 640

/** A picture with the addresses of all its widths. */
export function pictureView(images: ImageStore, picture: Picture): PictureView {
  const { key, alt, width, height, placeholder } = picture
  const widths = images.widthsFor(width)
  const usual = widths.findLast((candidate) => candidate <= USUAL_WIDTH) ?? (320 satisfies PictureWidth)
  const srcSet = (format: PictureFormat) =>
    widths
      .map((candidate) => `${images.url(key, candidate, format)} ${shownWidth(candidate, width)}w`)
      .join(', ')
  return {
    alt,
    width,
    height,
    placeholder,
    src: images.url(key, usual, 'webp'),
    sources: PICTURE_FORMATS.map((format) => ({ type: `image/${format}`, srcSet: srcSet(format) })),
  }
}

/** The card of a product, with its first picture. `money` writes amounts in the currency of the visitor. */
export function productCard(
  images: ImageStore,
  product: Product,
  money: (amount: Cents) => string,
): ProductCardView {
  const [first] = product.pictures
  const before = reducedFrom(product)
  return {
    id: product.id,
    name: product.name,
    price: money(product.price),
    ...(before !== null && { before: money(before) }),
    picture: first === undefined ? null : pictureView(images, first),
    outOfStock: isOutOfStock(product),
  }
}

/** A picture smaller than the smallest width is not enlarged. */
function shownWidth(made: PictureWidth, own: number): number {
  return Math.min(made, own)
}
