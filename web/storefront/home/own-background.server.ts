import { filmPath } from '#domain/settings/film.ts'
import type { HomePage, HomePicture } from '#domain/settings/home-page.ts'
import { PICTURE_FORMATS, type ImageStore } from '#providers/images/image-store.ts'
import { pictureWidths, usualWidth } from '#web/views/catalog/picture-view.server.ts'
import type { OwnBackground } from './background-video.tsx'

/** For browsers without `<picture>`. */
const USUAL_WIDTH = 1_280
/** On an upright screen most of a wide picture is cut off: a wider file would only take longer. */
const WIDEST_WHEN_CUT = 1_280

/** The picture and film that owners have chosen; undefined: those that the shop comes with. */
export function ownBackground(images: ImageStore, home: HomePage): OwnBackground | undefined {
  const { picture, portrait, film, alt, decorative } = home
  if (picture === null) return undefined
  const { width, height } = picture
  return {
    alt: decorative ? '' : alt,
    width,
    height,
    src: images.url(picture.key, usualWidth(images, width, USUAL_WIDTH), 'webp'),
    sources: [
      ...sourcesOf(images, portrait ?? picture, {
        media: '(orientation: portrait)',
        ...(!portrait && { most: WIDEST_WHEN_CUT }),
      }),
      ...sourcesOf(images, picture),
    ],
    film: film && images.films ? { src: filmPath(film), type: `video/${film.type}` } : null,
  }
}

function sourcesOf(
  images: ImageStore,
  picture: HomePicture,
  { media, most }: { media?: string; most?: number } = {},
): OwnBackground['sources'] {
  const coveringHeight = Math.ceil((100 * picture.width) / picture.height)
  return PICTURE_FORMATS.map((format) => ({
    ...(media && { media }),
    type: `image/${format}`,
    srcSet: pictureWidths(images, picture, format, most),
    sizes: `max(100vw, ${coveringHeight}vh)`,
  }))
}
